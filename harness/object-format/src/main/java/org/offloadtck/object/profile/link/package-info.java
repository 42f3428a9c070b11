/// The choices of an ABI profile about linking: which device images are linked together, and how
/// the wrapper object registers them.
///
/// The rule: one enum per key of the profile, and one constant per behaviour seen in a release or
/// document. The names of the constants, in lower case with `-`, are the values in the YAML files.
///
/// Start at [TargetMatching].
@NullMarked
package org.offloadtck.object.profile.link;

import org.jspecify.annotations.NullMarked;
