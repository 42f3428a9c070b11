/// The benchmarks of the calibration, their execution, and their measurements.
///
/// A [KernelBenchmark] is a kernel at several sizes, [BenchmarkRunner] launches it on a device, and
/// [DeviceMeasurements] is the file of the results. The one rule: every launch of a measurement
/// starts with flushed caches, as the model does.
///
/// Start at [KernelBenchmarkSuite].
@NullMarked
package org.offloadtck.calibration.benchmark;

import org.jspecify.annotations.NullMarked;
