/// The link step of an offloading toolchain: makes an executable that registers its device images
/// when it starts.
///
/// [LinkPipeline] has the steps of `clang-linker-wrapper`, one package each, in this order:
///
/// 1. read the inputs and **extract** their device images ([org.offloadtck.linker.input]);
/// 2. **select** the images that are linked together, and **link** the images of each target
///    ([org.offloadtck.linker.device]);
/// 3. **wrap** the linked images in objects that register them ([org.offloadtck.linker.wrap]);
/// 4. **link the host** program with these objects, through a [HostLinker].
///
/// There is one pipeline. [LinkerWrapper] runs it in this process, with the static linker of
/// [org.offloadtck.linker.executable] or the relocatable link of
/// [org.offloadtck.linker.relocatable]; `offload-tck link` runs it with the tools of the machine
/// ([org.offloadtck.linker.command]). [org.offloadtck.linker.check] reports defects that a link
/// leaves in its product.
///
/// The rule: a difference between releases is a value of the ABI profile, and the result of every
/// step is kept ([LinkResult]), because a conformance test examines it.
///
/// Start at [LinkerWrapper].
@NullMarked
package org.offloadtck.linker;

import org.jspecify.annotations.NullMarked;
