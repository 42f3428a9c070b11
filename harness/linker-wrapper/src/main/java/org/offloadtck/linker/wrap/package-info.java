/// Wraps linked device images: makes the object that holds the images and registers them.
///
/// [WrapperObject] is made of a module: [OpenmpModule] and [FatbinModule] build the one that LLVM's
/// `OffloadWrapper.cpp` builds, with the images, the structures that point to them, a constructor
/// and a destructor. [org.offloadtck.linker.module] turns the module into an object or into text.
///
/// The rule: every linker for x86-64 accepts the object under every profile; the profile states
/// where releases differ.
///
/// Start at [WrapperObject].
///
/// Requirements: WR-08, WR-37.
@NullMarked
package org.offloadtck.linker.wrap;

import org.jspecify.annotations.NullMarked;
