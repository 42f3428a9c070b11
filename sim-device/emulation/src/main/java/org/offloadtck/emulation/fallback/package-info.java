/// Why a program that links device code ran no kernel on the simulated GPU.
///
/// The rule: only facts of the program's file, the libraries that it is linked with, its
/// environment and its driver calls decide; a program without device images is never accused.
///
/// Start at [HostFallback].
@NullMarked
package org.offloadtck.emulation.fallback;

import org.jspecify.annotations.NullMarked;
