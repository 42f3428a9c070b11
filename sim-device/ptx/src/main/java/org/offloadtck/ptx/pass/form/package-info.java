/// Rewrites that change the form of single instructions: types, semantics and hints that a decoder
/// does not have, for those that it has.
///
/// The one rule: an instruction is replaced by itself in another form, or by one for each part of
/// its operands.
///
/// Start at [QuadConversionLowering].
@NullMarked
package org.offloadtck.ptx.pass.form;

import org.jspecify.annotations.NullMarked;
