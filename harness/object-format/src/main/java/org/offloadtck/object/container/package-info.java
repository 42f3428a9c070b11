/// The device container: what the kit puts where NVIDIA's toolchain has a cubin.
///
/// It is an ELF file of machine `EM_CUDA` that carries PTX instead of machine code, and a true
/// symbol table, by which linker wrappers decide what to take out of archives. `ptxas` makes a
/// relocatable one, `nvlink` an executable one. Start with [DeviceContainer].
///
/// Beside it are the two files in which images for several architectures are registered:
/// [FatBinary] for CUDA, [OffloadBundle] for HIP.
///
/// The rule: everything outside the PTX follows from it and the architecture, so a container says
/// nothing its PTX does not.
@NullMarked
package org.offloadtck.object.container;

import org.jspecify.annotations.NullMarked;
