/// Published figures of devices (`published.csv`) and what the timing model has for them.
///
/// An experiment of [PublishedExperiments] launches kernels of the corpus on the model, as those
/// launched theirs who published the figure. The one rule: a modelled value comes from modelled
/// launches, never from a figure of the model.
///
/// Start at [PublishedComparison].
@NullMarked
package org.offloadtck.calibration.published;

import org.jspecify.annotations.NullMarked;
