/// Modifiers: the dotted words of a mnemonic, such as `.lo`, `.rn` and `.u32`.
///
/// The one rule: each set of words that exclude each other is one enum, and [Modifier] is sealed
/// over all of them. The package has more than 15 types because sealed types stay together.
///
/// Start at [Modifier]; [PtxType] and [StateSpace] are used outside of mnemonics, too.
@NullMarked
package org.offloadtck.ptx.ir.modifier;

import org.jspecify.annotations.NullMarked;
