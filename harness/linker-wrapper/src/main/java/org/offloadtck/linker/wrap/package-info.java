/// The fourth step: makes the object that holds the linked device images and registers them.
///
/// [WrapperObject] is the way in. [OpenmpModule] and [FatbinModule] describe what
/// `OffloadWrapper.cpp` builds as LLVM IR: images, the structures that point to them, a constructor
/// and a destructor; `org.offloadtck.linker.module` makes the object, or the text, of it.
///
/// The rule: the object is one every linker for x86-64 takes, under every profile; where releases
/// differ, the profile says how.
@NullMarked
package org.offloadtck.linker.wrap;

import org.jspecify.annotations.NullMarked;
