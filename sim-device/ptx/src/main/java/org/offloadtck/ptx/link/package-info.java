/// Joins PTX modules by their symbols, as a device linker joins objects.
///
/// The one rule: a name with linkage means one thing in the whole program, a name without means its
/// module's own. So names without linkage that clash are changed, and everything else is kept or
/// refused with the positions of both sides.
///
/// Start at [PtxLinker].
@NullMarked
package org.offloadtck.ptx.link;

import org.jspecify.annotations.NullMarked;
