/// A rectangle of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub fn around(x: f64, y: f64, radius: f64) -> Area {
        Area { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
    }

    /// Whether the area lies on the paper and overlaps none of `taken`.
    pub fn is_free(&self, paper: &Area, taken: &[Area]) -> bool {
        self.is_within(paper) && !taken.iter().any(|other| self.meets(other))
    }

    fn is_within(&self, paper: &Area) -> bool {
        self.left >= paper.left
            && self.top >= paper.top
            && self.right <= paper.right
            && self.bottom <= paper.bottom
    }

    fn meets(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Distance from a point to the area; 0 inside.
    pub fn distance(&self, (x, y): (f64, f64)) -> f64 {
        let across = (self.left - x).max(x - self.right).max(0.0);
        let up = (self.top - y).max(y - self.bottom).max(0.0);
        across.hypot(up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_meet_where_they_share_a_point() {
        let one = Area { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };
        assert!(one.meets(&Area { left: 9.0, top: 9.0, right: 20.0, bottom: 20.0 }));
        assert!(!one.meets(&Area { left: 10.0, top: 0.0, right: 20.0, bottom: 10.0 }));
        assert!(!one.meets(&Area { left: 0.0, top: 11.0, right: 10.0, bottom: 20.0 }));
    }
}
