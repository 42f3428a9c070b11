/// Checks of running kernels, in the manner of compute-sanitizer: data races (racecheck),
/// uninitialised values (initcheck), divergent barriers (synccheck) and leaks of device memory
/// (leakcheck). Accesses out of bounds (memcheck) need no detector: the engine reports them as
/// faults.
///
/// A [Sanitizer] belongs to a [org.offloadtck.engine.memory.GlobalMemory] and keeps a shadow of it.
/// For each launch it makes one observer, which passes the events of the launch to the detectors.
/// The detectors are one class each, but they share this observer: most of their cost is the
/// decision which shadow memory an access touches, which is made once for all of them. Composed of
/// one observer per detector with `LaunchObserver.and`, all checks together ran the seven benchmark
/// kernels at 513 million thread instructions per second instead of 697, geometric mean, one thread
/// (2026-11-22, 2.5 GHz Xeon).
///
/// The one rule: no false positives. Where the memory model or the PTX ISA leaves room, the kernel
/// gets the benefit, and the class that decides names the rule. Findings are deterministic, one for
/// each place in the code, and bounded in number.
///
/// Start at [Sanitizer], then [org.offloadtck.checks.racecheck.WarpRaceDetector] and
/// [org.offloadtck.checks.initcheck.ShadowPropagation].
@NullMarked
package org.offloadtck.checks;

import org.jspecify.annotations.NullMarked;
