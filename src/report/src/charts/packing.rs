//! Bitmaps as PNG files.
//!
//! A chart has a few inks and the steps between them. A byte for each pixel then says as much as three, in a
//! smaller file that takes a third of the time to pack. Of pictures with more colours than a byte can name,
//! the rarest, which are steps on the edges of letters and lines, become the nearest of the others. In the
//! charts of a default run of each game that is less than a hundredth of the pixels, by 50 of the 255 steps
//! of an ink at most, and 80 in one of them.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, FilterType, PixelDimensions, Unit};

/// The most colours of a palette.
const COLOURS: usize = 256;
/// The most colours of a picture of which a palette is made: one with more is no chart.
const MOST: usize = 4096;
/// Slots in which colours are looked up, twice as many as there are colours at most.
const SLOTS: usize = 2 * MOST;

type Colour = [u8; 3];

/// The colours of a picture in the order in which they come up.
struct Colours {
    list: Vec<Colour>,
    /// One more than the place of a colour in the list, near where its hash says; 0 is free.
    slots: Vec<u16>,
}

impl Colours {
    fn new() -> Colours {
        Colours { list: Vec::new(), slots: vec![0; SLOTS] }
    }

    /// The place of a colour; nothing if there are too many.
    fn place(&mut self, colour: Colour) -> Option<usize> {
        let [red, green, blue] = colour.map(u32::from);
        let mixed = (red << 16 | green << 8 | blue).wrapping_mul(0x9E37_79B1);
        let mut slot = (mixed >> 16) as usize % SLOTS;
        while let Some(place) = usize::from(self.slots[slot]).checked_sub(1) {
            if self.list[place] == colour {
                return Some(place);
            }
            slot = (slot + 1) % SLOTS;
        }
        if self.list.len() == MOST {
            return None;
        }
        self.list.push(colour);
        self.slots[slot] = self.list.len() as u16;
        Some(self.list.len() - 1)
    }

    /// A palette of the colours that most pixels have, and the place in it of each colour or of the
    /// nearest one.
    fn palette(&self, pixels: &[usize]) -> (Vec<Colour>, Vec<u8>) {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        // A stable sort: of equally many pixels those stay in front that came up first.
        order.sort_by_key(|&place| std::cmp::Reverse(pixels[place]));
        order.truncate(COLOURS);
        order.sort_unstable();
        let palette: Vec<Colour> = order.iter().map(|&place| self.list[place]).collect();
        let distance = |one: Colour, other: Colour| -> u32 {
            one.into_iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
        };
        let nearest = |&colour: &Colour| {
            let places = palette.iter().enumerate();
            places.min_by_key(|&(_, &other)| distance(colour, other)).map_or(0, |(place, _)| place as u8)
        };
        let places = self.list.iter().map(nearest).collect();
        (palette, places)
    }
}

/// Rows below each other that are alike: their runs of one colour, and how many they are.
struct Stripe {
    runs: Vec<(usize, usize)>,
    rows: usize,
}

/// How many pixels in front have this colour. Most are of the colour of the one before, in long runs, so
/// several are compared at once.
fn run(colour: Colour, row: &[Colour]) -> usize {
    const BLOCK: usize = 8;
    let (blocks, _) = row.as_chunks::<BLOCK>();
    let whole = BLOCK * blocks.iter().take_while(|block| **block == [colour; BLOCK]).count();
    whole + row[whole..].iter().take_while(|pixel| **pixel == colour).count()
}

/// Pixels by their place in a palette.
struct Indexed {
    palette: Vec<u8>,
    places: Vec<u8>,
}

impl Indexed {
    /// Nothing if there are too many colours.
    fn new(width: usize, pixels: &[Colour]) -> Option<Indexed> {
        let mut colours = Colours::new();
        let mut stripes: Vec<Stripe> = Vec::new();
        let mut above: &[Colour] = &[];
        for row in pixels.chunks(width.max(1)) {
            match stripes.last_mut().filter(|_| row == above) {
                Some(stripe) => stripe.rows += 1,
                None => {
                    let mut stripe = Stripe { runs: Vec::new(), rows: 1 };
                    let mut left = row;
                    while let Some(&colour) = left.first() {
                        let length = run(colour, left);
                        stripe.runs.push((colours.place(colour)?, length));
                        left = &left[length..];
                    }
                    stripes.push(stripe);
                    above = row;
                }
            }
        }
        let mut count = vec![0; colours.list.len()];
        for Stripe { runs, rows } in &stripes {
            runs.iter().for_each(|&(place, length)| count[place] += length * rows);
        }
        let (palette, known) = colours.palette(&count);
        let mut places = Vec::with_capacity(pixels.len());
        for Stripe { runs, rows } in stripes {
            let start = places.len();
            for (place, length) in runs {
                places.resize(places.len() + length, known[place]);
            }
            let end = places.len();
            (1..rows).for_each(|_| places.extend_from_within(start..end));
        }
        Some(Indexed { palette: palette.concat(), places })
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
    let indexed = Indexed::new(width, bytes.as_chunks().0);
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
    fn a_picture_of_few_colours_stays_the_same() {
        for colours in [1, 255, 256] {
            let bytes = bitmap(colours);
            let file = png((colours, 3), &bytes, 7559).unwrap();
            assert_eq!(unpacked(&file), (ColorType::Indexed, bytes), "{colours}");
        }
    }

    #[test]
    fn the_rarest_colours_become_the_nearest_of_the_others() {
        // Every colour on three pixels, the first and the last on more.
        let mut bytes = bitmap(260);
        let last = [3, 1, 7];
        bytes.extend([[0, 0, 7], last].into_iter().cycle().take(260).flatten());
        let (packed, pixels) = unpacked(&png((260, 4), &bytes, 7559).unwrap());
        assert_eq!(packed, ColorType::Indexed);
        // Of those on three pixels the last four to come up have no room.
        let mut expected = bytes.clone();
        for pixel in expected.as_chunks_mut::<3>().0 {
            *pixel = match *pixel {
                [255, 0, 7] => [254, 0, 7],
                [0..=2, 1, 7] => [pixel[0], 0, 7],
                _ => *pixel,
            };
        }
        let differing = pixels.as_chunks::<3>().0.iter().zip(expected.as_chunks::<3>().0);
        let wrong: Vec<_> = differing.filter(|(one, other)| one != other).take(3).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn what_is_no_chart_keeps_all_its_colours() {
        let bytes = bitmap(MOST + 1);
        let file = png((MOST + 1, 3), &bytes, 7559).unwrap();
        assert_eq!(unpacked(&file), (ColorType::Rgb, bytes));
    }
}
