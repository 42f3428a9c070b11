/// The link that makes an object, `-r`, in both its kinds.
///
/// Without the offload toolchain, objects are merged and nothing is linked for a device: a later
/// link does that. With it, the device images are linked and wrapped first, and the merged object
/// registers them itself. An ordinary link of such an object, or of an archive of them, needs
/// nothing more, if the object's entries stay its own: they are in a section of a name that no
/// other object has ([LinkerOutputHash]), so that the linker gathers them for no other descriptor.
///
/// The rule: what is made of a merged object is a value of the profile
/// ([org.offloadtck.object.profile.link.RelocatableStyle]), and the same whichever linker merged.
///
/// Start at [RelocatableLink].
@NullMarked
package org.offloadtck.linker.relocatable;

import org.jspecify.annotations.NullMarked;
