/// Failures that are known, owned and dated.
///
/// A [Waiver] names results by a pattern of their keys and says why they fail, who looks after it,
/// where it is discussed and until when it holds. [Waivers#apply] turns such failures into XFAIL,
/// and passes into XPASS, so that a stale waiver is noticed.
///
/// The rule: nothing is waived for ever. A waiver past its date waives nothing.
@NullMarked
package org.offloadtck.conformance.waiver;

import org.jspecify.annotations.NullMarked;
