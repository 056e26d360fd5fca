//! Reads single TOML values and checks their types.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::script::source::{QuotedString, Source};
use sim_engine::text::FileError;

/// A key, its place, and its value.
pub type Entry<'d, 't> = (&'d str, usize, &'d Spanned<DeValue<'t>>);

/// The entries of a table in the order of the file.
pub fn entries<'d, 't>(table: &'d DeTable<'t>) -> Vec<Entry<'d, 't>> {
    let mut entries: Vec<Entry<'d, 't>> = table
        .iter()
        .map(|(key, value): (&Spanned<DeString<'t>>, _)| (key.get_ref().as_ref(), key.span().start, value))
        .collect();
    entries.sort_by_key(|(_, at, _)| *at);
    entries
}

impl Source<'_> {
    pub fn table<'d, 't>(
        &self,
        key: &str,
        value: &'d Spanned<DeValue<'t>>,
    ) -> Result<&'d DeTable<'t>, FileError> {
        let help = "its entries stand below a line in brackets: [params], [let], [on.pick]";
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.wrong_type(key, value, "a table", help)),
        }
    }

    pub fn string(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<QuotedString, FileError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(QuotedString::new(self, value.span(), text)),
            _ => Err(self.wrong_type(key, value, "a string", "put it in quotes")),
        }
    }

    /// A finite number, whole or not.
    pub fn number(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<f64, FileError> {
        let number = match value.get_ref() {
            DeValue::Integer(_) => integer(value.get_ref()).map(|whole| whole as f64),
            DeValue::Float(float) => float.as_str().parse().ok().filter(|x: &f64| x.is_finite()),
            _ => return Err(self.wrong_type(key, value, "a number", "write it without quotes")),
        };
        number.ok_or_else(|| {
            self.error(
                value.span().start,
                format!("`{key}` is not finite, or too large"),
                "write an ordinary number",
            )
        })
    }

    pub fn truth(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<bool, FileError> {
        match value.get_ref() {
            DeValue::Boolean(is) => Ok(*is),
            _ => Err(self.wrong_type(key, value, "a truth value", "write true or false")),
        }
    }

    pub fn wrong_type(&self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str, help: &str) -> FileError {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a truth value",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        self.error(value.span().start, format!("`{key}` is {found}, not {wanted}"), help)
    }
}

pub fn integer(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok(),
        _ => None,
    }
}
