//! Data frames as row groups of a Parquet file.
//!
//! Covers what this crate needs of polars' `ParquetWriter`. Its crate also brings readers, remote storage and five
//! compressors written in C and Rust, which take as long to build as the rest of polars.

use std::io::Write;

use polars::prelude::{CompatLevel, DataFrame, PolarsResult, SchemaExt};
use polars_parquet::write::{
    CompressionOptions, FileWriter, RowGroupIterator, StatisticsOptions, Version, WriteOptions,
    get_dtype_encoding,
};

const OPTIONS: WriteOptions = WriteOptions {
    statistics: StatisticsOptions {
        min_value: true,
        max_value: true,
        distinct_count: false,
        null_count: true,
        binary_statistics_truncate_length: None,
    },
    // Readers of any age support it.
    compression: CompressionOptions::Snappy,
    version: Version::V1,
    data_page_size: None,
};

pub struct FrameWriter<W: Write>(FileWriter<W>);

impl<W: Write> FrameWriter<W> {
    /// Starts a file with the columns of this frame, without rows.
    ///
    /// # Errors
    /// When a column has a type that Parquet lacks.
    pub fn new(out: W, frame: &DataFrame) -> PolarsResult<FrameWriter<W>> {
        FileWriter::try_new(out, frame.schema().to_arrow(CompatLevel::newest()), OPTIONS).map(FrameWriter)
    }

    /// Appends the rows of a frame, one row group per chunk.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&mut self, frame: &DataFrame) -> PolarsResult<()> {
        let schema = self.0.schema().clone();
        let encodings = schema.iter_values().map(|field| get_dtype_encoding(&field.dtype)).collect();
        let chunks = frame.iter_chunks(CompatLevel::newest(), false).filter(|chunk| !chunk.is_empty());
        let chunks: Vec<_> = chunks.collect();
        let rows: Vec<u64> = chunks.iter().map(|chunk| chunk.len() as u64).collect();
        let groups = RowGroupIterator::try_new(chunks.into_iter().map(Ok), &schema, OPTIONS, encodings)?;
        for (group, rows) in groups.zip(rows) {
            self.0.write(rows, group?)?;
        }
        Ok(())
    }

    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> PolarsResult<()> {
        self.0.end(None).map(drop)
    }
}
