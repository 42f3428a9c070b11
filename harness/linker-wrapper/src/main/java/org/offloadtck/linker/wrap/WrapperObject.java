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
/// Requirements: WR-01, WR-09, WR-21, WR-22, WR-33, WR-35, WR-41, WR-42, MT-06, MT-07, MT-11,
/// WR-39.
///
/// @param images in the order of the descriptor
/// @see "Offloading Design & Internals, Device Binary Wrapping; LLVM 19,
///   llvm/lib/Frontend/Offloading/OffloadWrapper.cpp, createBinDesc, createRegisterFunction"
public record WrapperObject(List<LinkedImage> images, WrapperOptions options) {

    public static final String IMAGE = ".omp_offloading.device_image";
    public static final String IMAGES = ".omp_offloading.device_images";
    public static final String DESCRIPTOR = ".omp_offloading.descriptor";

    /// The name of the object in diagnostics and link maps.
    public static final String SOURCE = "offload.wrapper.o";

    public WrapperObject {
        images = List.copyOf(images);
    }

    /// Makes the object.
    ///
    /// @throws LinkException if the edition wraps no images of this programming model
    public ElfObject elf() {
        return ModuleObject.of(module(), SOURCE);
    }

    /// The module of the object as LLVM IR, as `--print-wrapped-module` prints it.
    ///
    /// @throws LinkException if the edition wraps no images of this programming model
    public String moduleText() {
        return ModuleText.of(module());
    }

    private IrModule module() {
        return switch (options.kind()) {
            case OPENMP -> OpenmpModule.of(images, options);
            case CUDA, HIP -> FatbinModule.of(images, options);
            case SYCL ->
                    throw new LinkException(
                            SOURCE,
                            "kind sycl",
                            LinkRule.OFFLOAD_KIND,
                            "is not wrapped, when it should be openmp, cuda or hip");
        };
    }
}
