//! Bitmaps as PNG files.
//!
//! A chart has a few inks and the steps between them, mostly fewer than 256 colours. A byte for each pixel
//! then says as much as three, in a smaller file that takes a third of the time to pack.

use std::collections::HashMap;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, FilterType, PixelDimensions, Unit};

/// The most colours of a palette.
const COLOURS: usize = 256;

/// Pixels by their place in a list of colours.
struct Indexed {
    /// The colours in the order in which they come up.
    palette: Vec<u8>,
    places: Vec<u8>,
}

impl Indexed {
    /// Nothing if there are too many colours.
    fn new(pixels: &[[u8; 3]]) -> Option<Indexed> {
        let mut known = HashMap::new();
        let mut indexed = Indexed { palette: Vec::new(), places: Vec::with_capacity(pixels.len()) };
        // Most pixels are of the colour of the one before, in long runs.
        for run in pixels.chunk_by(|one, next| one == next) {
            let next = known.len();
            let place = *known.entry(run[0]).or_insert(next);
            if place == COLOURS {
                return None;
            }
            if place == next {
                indexed.palette.extend(run[0]);
            }
            indexed.places.resize(indexed.places.len() + run.len(), place as u8);
        }
        Some(indexed)
    }
}

/// A bitmap of red, green and blue as a file.
///
/// # Errors
/// When there are not as many bytes as the size says.
pub fn png(
    (width, height): (usize, usize),
    bytes: &[u8],
    dots_per_metre: u32,
) -> Result<Vec<u8>, EncodingError> {
    let indexed = Indexed::new(bytes.as_chunks().0);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width as u32, height as u32);
    encoder.set_color(if indexed.is_some() { ColorType::Indexed } else { ColorType::Rgb });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Default);
    // Flat colours pack better as they are than as differences.
    encoder.set_filter(FilterType::NoFilter);
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: dots_per_metre,
        yppu: dots_per_metre,
        unit: Unit::Meter,
    }));
    let places = indexed.map(|Indexed { palette, places }| {
        encoder.set_palette(palette);
        places
    });
    let mut writer = encoder.write_header()?;
    writer.write_image_data(places.as_deref().unwrap_or(bytes))?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colour type of a file, and its pixels as red, green and blue.
    fn unpacked(file: &[u8]) -> (ColorType, Vec<u8>) {
        let mut decoder = png::Decoder::new(file);
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut bytes).unwrap();
        (reader.info().color_type, bytes)
    }

    /// So many colours, each twice, in pairs and once more from the first on.
    fn bitmap(colours: usize) -> Vec<u8> {
        let colour = |at: usize| [(at % 256) as u8, (at / 256) as u8, 7];
        (0..2 * colours).map(|at| colour(at / 2)).chain((0..colours).map(colour)).flatten().collect()
    }

    #[test]
    fn few_colours_take_a_byte_for_each_pixel_and_stay_the_same() {
        for (colours, packed) in [(1, ColorType::Indexed), (256, ColorType::Indexed), (257, ColorType::Rgb)] {
            let bytes = bitmap(colours);
            let file = png((colours, 3), &bytes, 7559).unwrap();
            assert_eq!(unpacked(&file), (packed, bytes), "{colours}");
        }
    }
}
