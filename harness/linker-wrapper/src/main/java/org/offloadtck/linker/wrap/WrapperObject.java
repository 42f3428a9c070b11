package org.offloadtck.linker.wrap;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.List;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.object.elf.ElfAssembler;
import org.offloadtck.object.elf.ElfMachine;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.SectionAssembler;
import org.offloadtck.object.elf.SectionFlag;
import org.offloadtck.object.elf.SectionType;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolBinding;
import org.offloadtck.object.elf.SymbolDefinition;
import org.offloadtck.object.elf.SymbolVisibility;
import org.offloadtck.object.offload.BinaryDescriptor;
import org.offloadtck.object.offload.DeviceImage;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

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
/// and the functions of [RegistrationCode]. All names carry the prefix `.omp_offloading.` and are
/// local to the object, so that several wrapper objects may meet in one link.
///
/// @see "Offloading Design & Internals, Device Binary Wrapping; LLVM 19,
///   llvm/lib/Frontend/Offloading/OffloadWrapper.cpp, createBinDesc, createRegisterFunction"
public final class WrapperObject {

    public static final String IMAGE = ".omp_offloading.device_image";
    public static final String IMAGES = ".omp_offloading.device_images";
    public static final String DESCRIPTOR = ".omp_offloading.descriptor";

    /// What diagnostics and link maps call the object.
    public static final String SOURCE = "offload.wrapper.o";

    /// `OffloadBinary::getAlignment()`, in bytes. Source: LLVM 15 to 23,
    /// `llvm/include/llvm/Object/OffloadBinary.h`.
    private static final int IMAGE_ALIGNMENT = 8;

    private final Wrapping wrapping;
    private final AbiProfile profile;
    private final List<EmbeddedImage> images;
    private final ElfAssembler object = new ElfAssembler(ElfMachine.X86_64);

    private WrapperObject(Wrapping wrapping, List<EmbeddedImage> images) {
        this.wrapping = wrapping;
        this.profile = wrapping.profile();
        this.images = images;
    }

    /// Wraps `images`, in this order.
    public static ElfObject of(List<LinkedImage> images, Wrapping wrapping) {
        var embedded =
                images.stream().map(image -> EmbeddedImage.of(image, wrapping.profile())).toList();
        return new WrapperObject(wrapping, embedded).assemble();
    }

    private ElfObject assemble() {
        RegistrationCode.assemble(object, profile.wrapper());
        entries();
        deviceImages();
        descriptor();
        return object.assemble(SOURCE);
    }

    /// The section the linker merges with every object's entries, empty but for its name.
    private void entries() {
        var entries = profile.entries();
        object.section(
                        entriesSection(),
                        SectionType.PROGBITS,
                        entries.sectionFlags(),
                        entries.alignment())
                .define(dummy(profile.wrapper()));
        object.reference(hidden(start())).reference(hidden(stop()));
    }

    private static SymbolDefinition dummy(AbiProfile.Wrapper wrapper) {
        var dummy =
                SymbolDefinition.local(wrapper.dummySymbol(OffloadKind.OPENMP).orElseThrow(), 0);
        return switch (wrapper.dummyBinding()) {
            case INTERNAL -> dummy;
            case EXTERNAL_HIDDEN -> dummy.with(SymbolBinding.GLOBAL).with(SymbolVisibility.HIDDEN);
        };
    }

    private static Symbol hidden(String name) {
        Symbol symbol = Symbol.undefined(name);
        return new Symbol(
                name,
                symbol.binding(),
                symbol.type(),
                SymbolVisibility.HIDDEN,
                symbol.place(),
                symbol.value(),
                symbol.size());
    }

    private void deviceImages() {
        var section =
                object.section(
                        wrapping.imageSection(),
                        new SectionType(profile.wrapper().imageSectionType()),
                        SectionFlag.mask(SectionFlag.ALLOC),
                        IMAGE_ALIGNMENT);
        for (int index = 0; index < images.size(); index++) {
            byte[] content = images.get(index).content().toArray(JAVA_BYTE);
            section.align(IMAGE_ALIGNMENT)
                    .define(SymbolDefinition.local(imageSymbol(index), content.length))
                    .bytes(content);
        }
    }

    /// `__tgt_device_image[]` and `__tgt_bin_desc`, field by field.
    private void descriptor() {
        var section =
                object.section(
                        profile.wrapper().descriptorSection(),
                        SectionType.PROGBITS,
                        SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE),
                        2 * Long.BYTES);
        section.define(SymbolDefinition.local(IMAGES, (long) DeviceImage.SIZE * images.size()));
        for (int index = 0; index < images.size(); index++) {
            section.address(imageSymbol(index), images.get(index).start())
                    .address(imageSymbol(index), images.get(index).end());
            entriesRange(section);
        }
        section.define(SymbolDefinition.local(DESCRIPTOR, BinaryDescriptor.SIZE))
                .u32(images.size())
                .zeros(Integer.BYTES)
                .address(IMAGES, 0);
        entriesRange(section);
    }

    /// The begin and the end of the table of entries.
    private void entriesRange(SectionAssembler section) {
        section.address(start(), 0).address(stop(), 0);
    }

    private String entriesSection() {
        return profile.entries().section(OffloadKind.OPENMP).orElseThrow();
    }

    private String start() {
        return "__start_" + entriesSection();
    }

    private String stop() {
        return "__stop_" + entriesSection();
    }

    private static String imageSymbol(int index) {
        return index == 0 ? IMAGE : IMAGE + "." + index;
    }
}
