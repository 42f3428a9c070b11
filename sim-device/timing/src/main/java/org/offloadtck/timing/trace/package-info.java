/// Recording of a launch: what each warp executes, and the cache lines and bank conflicts of its
/// accesses.
///
/// The one rule: a trace depends on the launch only, not on the device or on the order in which the
/// host executed the CTAs.
///
/// It has more than 15 types because what a CTA does with others of its cluster is one of its own.
///
/// Start at [TraceRecorder]; [WarpTrace] and [AccessWord] define the format.
@NullMarked
package org.offloadtck.timing.trace;

import org.jspecify.annotations.NullMarked;
