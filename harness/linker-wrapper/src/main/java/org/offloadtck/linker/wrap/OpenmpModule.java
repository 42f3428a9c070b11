package org.offloadtck.linker.wrap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.module.FunctionDeclaration;
import org.offloadtck.linker.module.IrConstant;
import org.offloadtck.linker.module.IrFunction;
import org.offloadtck.linker.module.IrGlobal;
import org.offloadtck.linker.module.IrInstruction;
import org.offloadtck.linker.module.IrModule;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.IrValue;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.profile.AbiProfile;

/// The module for OpenMP's runtime: the images, the array that describes them, and the descriptor.
///
/// ```c
/// static void descriptor_unreg(void) { __tgt_unregister_lib(&descriptor); }
///
/// static void descriptor_reg(void) {
///   __tgt_register_lib(&descriptor);
///   atexit(descriptor_unreg);          // where the profile unregisters by atexit
/// }
/// ```
///
/// Requirements: MT-16, WR-03, WR-05, WR-07, WR-10, WR-13, WR-14, WR-15, WR-16, WR-17, WR-18,
/// WR-23, WR-24, WR-25, WR-28, WR-29, WR-30, WR-31, WR-32.
///
/// @see "LLVM 19, llvm/lib/Frontend/Offloading/OffloadWrapper.cpp, createBinDesc,
///   createRegisterFunction, createUnregisterFunction"
final class OpenmpModule {

    static final String REGISTER = ".omp_offloading.descriptor_reg";
    static final String UNREGISTER = ".omp_offloading.descriptor_unreg";

    /// Source: "Offloading Design & Internals", table "__tgt_device_image Structure".
    private static final IrType.Struct DEVICE_IMAGE =
            new IrType.Struct(
                    "__tgt_device_image",
                    List.of(IrType.POINTER, IrType.POINTER, IrType.POINTER, IrType.POINTER));

    /// Source: the same, table "__tgt_bin_desc Structure".
    private static final IrType.Struct DESCRIPTOR =
            new IrType.Struct(
                    "__tgt_bin_desc",
                    List.of(IrType.I32, IrType.POINTER, IrType.POINTER, IrType.POINTER));

    /// `OffloadBinary::getAlignment()`, in bytes. Source: LLVM 15 to 23,
    /// `llvm/include/llvm/Object/OffloadBinary.h`.
    private static final int IMAGE_ALIGNMENT = 8;

    private final WrapperOptions wrapping;
    private final EntryTableBounds entries;
    private final List<EmbeddedImage> images;

    private OpenmpModule(WrapperOptions wrapping, List<EmbeddedImage> images) {
        this.wrapping = wrapping;
        this.entries = EntryTableBounds.of(wrapping);
        this.images = images;
    }

    static IrModule of(List<LinkedImage> images, WrapperOptions wrapping) {
        var embedded = images.stream().map(image -> EmbeddedImage.of(image, wrapping)).toList();
        return new OpenmpModule(wrapping, embedded).module();
    }

    private IrModule module() {
        var globals = new ArrayList<>(entries.globals());
        for (int index = 0; index < images.size(); index++) {
            globals.add(image(index));
        }
        globals.add(table());
        globals.add(descriptor());
        var profile = wrapping.profile().wrapper();
        return new IrModule(
                globals,
                entries.used(),
                functions(profile),
                List.of(new IrModule.Structor(profile.constructorPriority(), REGISTER)),
                destructors(profile),
                Map.of(wrapping.imageSection(), new SectionType(profile.imageSectionType())));
    }

    private IrGlobal image(int index) {
        var content = new IrConstant.Bytes(images.get(index).content());
        return IrGlobal.Definition.constant(imageSymbol(index), content)
                .with(IrGlobal.Linkage.INTERNAL_UNNAMED)
                .in(wrapping.imageSection())
                .aligned(IMAGE_ALIGNMENT);
    }

    private IrGlobal table() {
        var rows = new ArrayList<IrConstant>();
        for (int index = 0; index < images.size(); index++) {
            String symbol = imageSymbol(index);
            rows.add(
                    new IrConstant.Structure(
                            DEVICE_IMAGE,
                            List.of(
                                    new IrConstant.Address(symbol, images.get(index).start()),
                                    new IrConstant.Address(symbol, images.get(index).end()),
                                    new IrConstant.Address(entries.begin()),
                                    new IrConstant.Address(entries.end()))));
        }
        var type = new IrType.Array(rows.size(), DEVICE_IMAGE);
        return IrGlobal.Definition.constant(
                        WrapperObject.IMAGES, new IrConstant.Elements(type, rows))
                .with(IrGlobal.Linkage.INTERNAL_UNNAMED);
    }

    private IrGlobal descriptor() {
        return IrGlobal.Definition.constant(
                WrapperObject.DESCRIPTOR,
                new IrConstant.Structure(
                        DESCRIPTOR,
                        List.of(
                                new IrConstant.Int(IrType.I32, images.size()),
                                new IrConstant.Address(WrapperObject.IMAGES),
                                new IrConstant.Address(entries.begin()),
                                new IrConstant.Address(entries.end()))));
    }

    private static List<IrFunction> functions(AbiProfile.Wrapper profile) {
        var register = call(FunctionDeclaration.of("__tgt_register_lib", IrType.POINTER));
        var unregister = call(FunctionDeclaration.of("__tgt_unregister_lib", IrType.POINTER));
        var atExit = StartupFunctions.atExit(UNREGISTER);
        return List.of(
                StartupFunctions.function(
                        REGISTER,
                        switch (profile.unregister()) {
                            case FINI_ARRAY -> List.of(register);
                            case ATEXIT -> List.of(register, atExit);
                        }),
                StartupFunctions.function(UNREGISTER, List.of(unregister)));
    }

    private static IrInstruction call(FunctionDeclaration function) {
        return new IrInstruction.Call(
                function, List.of(new IrValue.Symbol(WrapperObject.DESCRIPTOR)));
    }

    private static List<IrModule.Structor> destructors(AbiProfile.Wrapper profile) {
        return switch (profile.unregister()) {
            case FINI_ARRAY ->
                    List.of(new IrModule.Structor(profile.constructorPriority(), UNREGISTER));
            case ATEXIT -> List.of();
        };
    }

    private static String imageSymbol(int index) {
        return index == 0 ? WrapperObject.IMAGE : WrapperObject.IMAGE + "." + index;
    }
}
