/// The benchmarks of the calibration, their execution, and their measurements.
///
/// A [KernelBenchmark] is a kernel at several sizes, [BenchmarkRunner] launches it on a device, and
/// [DeviceMeasurements] is the file of the results. [FigureEvidence] says which benchmark shows
/// which figure of the model. The one rule: a measurement begins when the clocks are stable, and a
/// value is a median with its spread.
///
/// Start at [KernelBenchmarkSuite].
@NullMarked
package org.offloadtck.calibration.benchmark;

import org.jspecify.annotations.NullMarked;
