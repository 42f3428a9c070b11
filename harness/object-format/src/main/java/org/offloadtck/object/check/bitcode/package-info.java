/// Checks of device images and files that are LLVM bitcode: each module against the target that its
/// container states, against its own symbol table, and against the entries of the host.
///
/// The rule: bitcode is judged as LTO reads it; bodies of functions are not read.
///
/// Start at [BitcodeImageCheck].
@NullMarked
package org.offloadtck.object.check.bitcode;

import org.jspecify.annotations.NullMarked;
