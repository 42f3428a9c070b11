/// The choices of an ABI profile about compilation: how a compiler writes entries, constructors and
/// `requires` clauses, and how it embeds device images.
///
/// The rule: one enum per key of the profile, and one constant per behaviour seen in a release or
/// document. The names of the constants, in lower case with `-`, are the values in the YAML files.
///
/// Start at [ImageCarrier].
@NullMarked
package org.offloadtck.object.profile.compilation;

import org.jspecify.annotations.NullMarked;
