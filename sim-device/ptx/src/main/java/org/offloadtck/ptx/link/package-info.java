/// Links PTX modules by their symbols, as a device linker links objects.
///
/// The one rule: a name with linkage means the same in the whole program, a name without linkage
/// belongs to its module. Clashing names without linkage are renamed; every other conflict is
/// rejected with the positions of both sides.
///
/// Start at [PtxLinker].
@NullMarked
package org.offloadtck.ptx.link;

import org.jspecify.annotations.NullMarked;
