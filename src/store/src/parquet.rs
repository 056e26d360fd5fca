//! Parquet files, or the reason why this build writes none.

#[cfg(not(feature = "parquet"))]
pub(crate) use missing::{Names, RowWriter, table};
#[cfg(feature = "parquet")]
pub(crate) use sim_parquet::{Names, RowWriter, table};

/// Stands in for `sim_parquet` in a build without it; the program refuses before it would write.
#[cfg(not(feature = "parquet"))]
mod missing {
    use std::{fmt, marker::PhantomData};

    use sim_lab::{experiment::Arm, tables::Table};

    #[derive(Debug)]
    pub struct Missing;

    impl fmt::Display for Missing {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("this program was built without Parquet files")
        }
    }

    #[derive(Clone)]
    pub struct Names;

    impl Names {
        pub fn of(_: &Arm) -> Names {
            Names
        }
    }

    pub struct RowWriter<W, R>(PhantomData<(W, R)>);

    impl<W, R> RowWriter<W, R> {
        pub fn games(_: W, _: Names) -> Self {
            RowWriter(PhantomData)
        }

        pub fn uses(_: W, _: Names) -> Self {
            RowWriter(PhantomData)
        }

        pub fn measures(_: W, _: Names) -> Self {
            RowWriter(PhantomData)
        }

        pub fn write(&mut self, _: &[R]) -> Result<(), Missing> {
            Err(Missing)
        }

        pub fn finish(self) -> Result<(), Missing> {
            Err(Missing)
        }
    }

    pub fn table(_: &Table) -> Result<Vec<u8>, Missing> {
        Err(Missing)
    }
}
