/// The fourth step: makes the object that holds the linked device images and registers them.
///
/// [WrapperObject] lays out what `OffloadWrapper.cpp` builds as LLVM IR: the images, the array of
/// `__tgt_device_image`, the `__tgt_bin_desc`, a constructor and a destructor. [RegistrationCode]
/// is the machine code of the last two.
///
/// The rule: the object is one every linker for x86-64 takes, under every profile; where releases
/// differ, the profile says how.
@NullMarked
package org.offloadtck.linker.wrap;

import org.jspecify.annotations.NullMarked;
