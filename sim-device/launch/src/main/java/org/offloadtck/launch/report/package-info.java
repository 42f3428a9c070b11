/// A launch and its time in documents: as text for people, as JSON for programs, and as a timeline
/// for viewers.
///
/// The one rule: every form states the part of the cycles that rests on assumed figures, and none
/// computes a time.
///
/// Start at [TimingText], [TimingJson] and [TimelineJson].
@NullMarked
package org.offloadtck.launch.report;

import org.jspecify.annotations.NullMarked;
