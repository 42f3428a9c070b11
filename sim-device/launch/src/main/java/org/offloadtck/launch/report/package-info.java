/// How the time of a launch is told: as text for people, as JSON for programs, and as a timeline
/// for viewers.
///
/// The one rule: every form tells which part of the cycles rests on figures nobody documents or
/// measured, and nothing here computes a time.
///
/// Start at [TimingText], [TimingJson] and [TimelineJson].
@NullMarked
package org.offloadtck.launch.report;

import org.jspecify.annotations.NullMarked;
