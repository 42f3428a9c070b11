/// The relocatable link, `-r`, with and without the offload toolchain.
///
/// Without the offload toolchain, [RelocatableMerge] merges the objects, and a later link links
/// their device images. With it, device images are linked and wrapped first, and the merged object
/// registers them itself. An ordinary link of such an object, or of an archive of such objects,
/// then needs no further step, if its entries stay separate: [LinkerOutputHash] gives their section
/// a name that no other object has, so that the linker puts them into no other descriptor's table.
///
/// The rule: the profile ([org.offloadtck.object.profile.link.RelocatableStyle]) decides what
/// becomes of a merged object, whichever linker merged it.
///
/// Start at [RelocatableLink].
///
/// Requirements: RL-01, RL-06, RL-07.
@NullMarked
package org.offloadtck.linker.relocatable;

import org.jspecify.annotations.NullMarked;
