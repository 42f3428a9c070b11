/// What the parts of a check record about a file, before it is known which profiles agree.
///
/// The rule: an observation states the file's value and where it is, and how to ask a profile for
/// its own ([ObservedValue]); it decides nothing. Offload kinds stay codes ([OffloadKindCode]).
///
/// Start at [Observations].
@NullMarked
package org.offloadtck.object.check.observation;

import org.jspecify.annotations.NullMarked;
