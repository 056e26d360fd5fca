//! Restauranteur held against its rulebook.
