/// Checks of code objects for AMD GPUs: header and metadata against the strings of the container,
/// and the kernels of symbols, descriptors, metadata and host entries against each other.
///
/// The rule: a kernel is what can be launched by its descriptor; a function alone is none.
///
/// Start at [CodeObjectCheck].
@NullMarked
package org.offloadtck.object.check.codeobject;

import org.jspecify.annotations.NullMarked;
