package org.offloadtck.calibration.published;

/// A figure of a device that others published: a row of `published.csv`.
///
/// @param device the model that stands for the product
/// @param product what was measured; of the same architecture as the model, if not the same
/// @param experiment what the model runs, of [PublishedExperiments]
/// @param value in the unit
/// @param source author, file and commit, or paper and table
record PublishedFigure(
        FigureKind kind,
        String device,
        String product,
        String experiment,
        Launch launch,
        double value,
        Unit unit,
        Use use,
        String source) {

    /// The launch configuration.
    ///
    /// @param ctas resident on the device at a time
    /// @param threads of each
    /// @param sharedBytes dynamic shared memory of each
    /// @param parameter operand of the experiment, in the unit that it says
    record Launch(int ctas, int threads, int sharedBytes, int parameter) {}

    /// The units of values.
    enum Unit {
        CYCLES("cycles", Sense.TIME),
        GIGABYTES_PER_SECOND("GB/s", Sense.RATE),
        BYTES_PER_CYCLE("B/cycle", Sense.RATE),
        RESULTS_PER_CYCLE("results/cycle", Sense.RATE);

        private final String word;
        private final Sense sense;

        Unit(String word, Sense sense) {
            this.word = word;
            this.sense = sense;
        }

        String word() {
            return word;
        }

        private enum Sense {
            TIME,
            RATE
        }
    }

    /// What the figure was used for.
    enum Use {
        /// A figure of the model was chosen by it.
        FITTED,
        HELD_OUT;

        String word() {
            return this == FITTED ? "fitted" : "held out";
        }
    }

    /// The error of the model's time: positive if the model takes longer.
    double timeError(double modelled) {
        return switch (unit.sense) {
            case TIME -> modelled / value - 1;
            case RATE -> value / modelled - 1;
        };
    }
}
