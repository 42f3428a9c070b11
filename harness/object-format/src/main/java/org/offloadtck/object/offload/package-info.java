/// The offload binary, in which LLVM's toolchain carries device images in host objects and files,
/// and the codes it uses for image formats and programming models.
///
/// [OffloadBinary] reads and writes versions 1 and 2; [OffloadYaml] prints the form of LLVM's
/// `obj2yaml`. The package `offload.entry` has the entries that name what host and device share,
/// `offload.abi` the structures that host code passes to the runtime.
///
/// The rule: a record states what the bytes state, including codes the kit does not know. The
/// meaning of a code may differ between ABI profiles (see [OffloadKindNumbering]) and is looked up,
/// never assumed. All formats are little-endian, as LLVM writes them on every supported host.
///
/// Start at [OffloadBinary].
@NullMarked
package org.offloadtck.object.offload;

import org.jspecify.annotations.NullMarked;
