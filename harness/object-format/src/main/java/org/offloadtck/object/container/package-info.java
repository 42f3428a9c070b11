/// Files with device code for GPUs: the device container, which the kit uses in place of NVIDIA's
/// cubin, the fat binary of CUDA and the offload bundle of HIP.
///
/// A [DeviceContainer] is an ELF file of machine `EM_CUDA` with PTX instead of machine code and a
/// complete symbol table, by which linker wrappers select archive members. `ptxas` writes a
/// relocatable container, `nvlink` an executable one. A [Cubin] is what NVIDIA's tools write
/// instead; the kit reads the parameters of its kernels. [FatBinary] and [OffloadBundle] hold
/// images of several architectures and are registered with the runtimes of CUDA and HIP.
///
/// The rule: everything in a container outside the PTX follows from the PTX and the architecture.
///
/// Start at [DeviceContainer].
@NullMarked
package org.offloadtck.object.container;

import org.jspecify.annotations.NullMarked;
