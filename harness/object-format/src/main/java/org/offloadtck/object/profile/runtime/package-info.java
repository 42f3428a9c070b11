/// The choices of an ABI profile about the offload runtime: which images it loads and when, and how
/// it treats missing symbols and unmapped pointers.
///
/// The rule: one enum per key of the profile, and one constant per behaviour seen in a release or
/// document. The names of the constants, in lower case with `-`, are the values in the YAML files.
/// [CudaImageCompatibility] applies the one choice that needs the image's header.
///
/// Start at [ImageLoading].
@NullMarked
package org.offloadtck.object.profile.runtime;

import org.jspecify.annotations.NullMarked;
