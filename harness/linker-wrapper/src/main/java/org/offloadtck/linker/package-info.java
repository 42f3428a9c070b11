/// The link step of an offloading toolchain: takes fat objects and makes an executable that
/// registers its device images when it starts.
///
/// The steps are those of `clang-linker-wrapper`, one package each, in this order:
///
/// 1. **extract** the device images from the objects and archives on the line
///    ([org.offloadtck.linker.extract]);
/// 2. **select** what is linked together, and **link** each target's images
///    ([org.offloadtck.linker.device]);
/// 3. **wrap** the linked images in an object that registers them ([org.offloadtck.linker.wrap]);
/// 4. **link the host** program with that object ([org.offloadtck.linker.host]).
///
/// A link that makes an object, `-r`, ends in [org.offloadtck.linker.relocatable]. The same on
/// files, with the machine's linkers and the command line of the original, is
/// [org.offloadtck.linker.command].
///
/// The rule: what differs between releases is a value of the ABI profile, and every step's result
/// stays at hand ([LinkResult]), because it is what a conformance test looks at.
///
/// Start at [LinkerWrapper].
@NullMarked
package org.offloadtck.linker;

import org.jspecify.annotations.NullMarked;
