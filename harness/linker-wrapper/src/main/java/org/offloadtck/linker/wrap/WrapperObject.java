package org.offloadtck.linker.wrap;

import java.util.List;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.module.IrModule;
import org.offloadtck.linker.module.ModuleObject;
import org.offloadtck.linker.module.ModuleText;
import org.offloadtck.object.elf.ElfObject;

/// The object that brings linked device images into the host program and registers them, for
/// x86-64. With two images under `llvm-19` it is what a compiler makes of
///
/// ```c
/// __attribute__((visibility("hidden"))) extern __tgt_offload_entry __start_omp_offloading_entries[];
/// __attribute__((visibility("hidden"))) extern __tgt_offload_entry __stop_omp_offloading_entries[];
///
/// // has the linker define the two even if no object has entries
/// __attribute__((section("omp_offloading_entries")))
/// static __tgt_offload_entry __dummy_omp_offloading_entries[0];
///
/// __attribute__((section(".llvm.offloading"), aligned(8)))
/// static const char device_image[] = { /* offload binary */ }, device_image_1[] = { /* another */ };
///
/// static const __tgt_device_image device_images[] = {
///   { device_image + 144, device_image + 1234,       // ImageStart, ImageEnd: inside the binary
///     __start_omp_offloading_entries, __stop_omp_offloading_entries },
///   { device_image_1 + 144, device_image_1 + 5678,
///     __start_omp_offloading_entries, __stop_omp_offloading_entries },
/// };
///
/// static const __tgt_bin_desc descriptor = {
///   2, device_images, __start_omp_offloading_entries, __stop_omp_offloading_entries };
/// ```
///
/// and the functions of [OpenmpModule]; for CUDA and HIP it is what [FatbinModule] shows. All names
/// carry the prefix `.omp_offloading.` and are local to the object, so that several wrapper objects
/// may meet in one link.
///
/// @see "Offloading Design & Internals, Device Binary Wrapping; LLVM 19,
///   llvm/lib/Frontend/Offloading/OffloadWrapper.cpp, createBinDesc, createRegisterFunction"
public final class WrapperObject {

    public static final String IMAGE = ".omp_offloading.device_image";
    public static final String IMAGES = ".omp_offloading.device_images";
    public static final String DESCRIPTOR = ".omp_offloading.descriptor";

    /// What diagnostics and link maps call the object.
    public static final String SOURCE = "offload.wrapper.o";

    private WrapperObject() {}

    /// Wraps `images`, in this order.
    ///
    /// @throws LinkException if the edition wraps no such images
    public static ElfObject of(List<LinkedImage> images, WrapperOptions wrapping) {
        return ModuleObject.of(module(images, wrapping), SOURCE);
    }

    /// The module that the object is made of, as LLVM IR: what `--print-wrapped-module` prints.
    ///
    /// @throws LinkException if the edition wraps no such images
    public static String text(List<LinkedImage> images, WrapperOptions wrapping) {
        return ModuleText.of(module(images, wrapping));
    }

    private static IrModule module(List<LinkedImage> images, WrapperOptions wrapping) {
        return switch (wrapping.kind()) {
            case OPENMP -> OpenmpModule.of(images, wrapping);
            case CUDA, HIP -> FatbinModule.of(images, wrapping);
            case SYCL ->
                    throw new LinkException(
                            SOURCE,
                            "kind sycl",
                            LinkRule.OFFLOAD_KIND,
                            "is not wrapped, when it should be openmp, cuda or hip");
        };
    }
}
