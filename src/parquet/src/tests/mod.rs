mod rows;

use std::io::Cursor;

use polars::prelude::{ArrowField, Column, DataFrame, DataType, IntoColumn, Series};
use polars_parquet::read::{
    _read_metadata as read_metadata, BasicDecompressor, PageReader, column_iter_to_arrays, infer_schema,
};

/// Reads a Parquet file into a frame.
pub fn read(file: Vec<u8>) -> DataFrame {
    let metadata = read_metadata(&mut Cursor::new(&file)).unwrap();
    let schema = infer_schema(&metadata).unwrap();
    let empty = |field: &ArrowField| {
        Series::new_empty(field.name.clone(), &DataType::from_arrow_field(field)).into_column()
    };
    let mut columns: Vec<Column> = schema.iter_values().map(empty).collect();
    for group in &metadata.row_groups {
        for ((chunk, field), column) in
            group.parquet_columns().iter().zip(schema.iter_values()).zip(&mut columns)
        {
            let range = chunk.byte_range();
            let bytes = file[range.start as usize..range.end as usize].to_vec();
            let pages = PageReader::new(Cursor::new(bytes.into()), chunk, Vec::new(), usize::MAX);
            let types = vec![&chunk.descriptor().descriptor.primitive_type];
            let pages = vec![BasicDecompressor::new(pages, Vec::new())];
            let (arrays, _) = column_iter_to_arrays(pages, types, field.clone(), None).unwrap();
            let series = Series::try_from((field.name.clone(), arrays)).unwrap();
            column.append_owned(series.into_column()).unwrap();
        }
    }
    DataFrame::new(metadata.num_rows, columns).unwrap()
}
