/// Results of which the user knows in advance that they are no news: waivers and exclusions.
///
/// A [Waiver] names results by a pattern of their keys and says why they fail, who looks after it,
/// where it is discussed and until when it holds. An [Exclusion] names what an edition does not
/// have, which is no failure. [Waivers] and [Exclusions] read the files;
/// [KnownOutcomes][org.offloadtck.conformance.result.KnownOutcomes] applies them to results.
///
/// The rule: nothing is waived for ever, and nothing silently. A waiver past its date waives
/// nothing, one waiver decides a result, and [WaiverUse] tells what each of them did.
@NullMarked
package org.offloadtck.conformance.waiver;

import org.jspecify.annotations.NullMarked;
