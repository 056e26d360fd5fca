//! Structs of the rules in force, read once from the settings, and of components, read from table rows.

/// Declares the rules in force or a row of a table: a struct, and the function `read` that makes it from
/// [`Settings`](crate::Settings) or from a [`Record`](crate::settings::Record).
///
/// A field is the setting or cell of the same name, as a number, a flag or an enum of [words](crate::words). Any
/// other field has an expression: another setting, or something computed from the arguments of `read`.
///
/// ```
/// use sim_engine::settings::{Settings, parse, variant, words};
///
/// words! {
///     /// When the hand limit acts.
///     pub enum Check { Roll = "roll", Turn = "turn" }
/// }
///
/// variant! {
///     /// The rules in force.
///     pub struct Variant = read(settings: &Settings, players: usize) {
///         pub hand_limit: usize,
///         pub check: Check = settings.get("hand_check"),
///         pub coins: i32 = 5 * players as i32,
///     }
/// }
///
/// let data = r#"
///     format = 2
///     game = "my-game"
///     [settings]
///     hand_limit = { value = 7, range = [1, 20], rule = "MG-1", source = "rulebook", about = "Cards." }
///     hand_check = { value = "turn", options = ["roll", "turn"], rule = "MG-A1", source = "rulebook", about = "When." }
/// "#;
/// let variant = Variant::read(&parse("data.toml", data).unwrap(), 4);
/// assert_eq!(variant, Variant { hand_limit: 7, check: Check::Turn, coins: 20 });
/// ```
#[macro_export]
macro_rules! variant {
    (@value $settings:ident $field:ident) => { $settings.get(::std::stringify!($field)) };
    (@value $settings:ident $field:ident $value:expr) => { $value };
    ($(#[$meta:meta])* $vis:vis struct $name:ident
        = $read_vis:vis read($settings:ident: $source:ty $(, $argument:ident: $argument_type:ty)* $(,)?) {
        $($(#[$about:meta])* $field_vis:vis $field:ident: $type:ty $(= $value:expr)?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        $vis struct $name { $($(#[$about])* $field_vis $field: $type),+ }

        impl $name {
            $read_vis fn read($settings: $source $(, $argument: $argument_type)*) -> $name {
                $name { $($field: $crate::variant!(@value $settings $field $($value)?)),+ }
            }
        }
    };
}
pub use variant;
