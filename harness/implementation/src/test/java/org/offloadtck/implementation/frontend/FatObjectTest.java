package org.offloadtck.implementation.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.PointerTarget;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.compilation.ImageCarrier;
import org.offloadtck.plugin.image.TargetId;

final class FatObjectTest {

    static final List<String> PROFILES = AbiProfiles.load().ids();

    @ParameterizedTest
    @FieldSource("PROFILES")
    void entriesHaveTheProfilesLayoutSectionAndNames(String id) {
        var style = AbiProfiles.load().profile(id).entries();
        var object = ZaxpyProgram.compile(id);
        var name = style.section(OffloadKind.OPENMP).orElseThrow();
        int section = object.sections().indexOf(object.section(name).orElseThrow());

        var rows = EntryTable.read(object, section, style.layout()).rows();

        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().name()).isEqualTo(ZaxpyProgram.KERNEL);
        assertThat(rows.getFirst().address())
                .isEqualTo(
                        new PointerTarget.ToSymbol(
                                ".%s.region_id".formatted(ZaxpyProgram.KERNEL), 0));
        assertThat(object.sections().get(section).alignment()).isEqualTo(style.alignment());
        assertThat(object.symbol(style.symbolPrefix() + ZaxpyProgram.KERNEL))
                .hasValueSatisfying(
                        symbol -> assertThat(symbol.binding()).isEqualTo(SymbolBinding.WEAK));
    }

    @ParameterizedTest
    @FieldSource("PROFILES")
    void imagesTravelInTheProfilesCarrier(String id) {
        var object = ZaxpyProgram.compile(id);

        switch (AbiProfiles.load().profile(id).fatObject().carrier()) {
            case ImageCarrier.OffloadSection carrier -> {
                var section = object.section(carrier.name()).orElseThrow();
                assertThat(section.type().code()).isEqualTo(carrier.type());
                assertThat(section.flags()).isEqualTo(carrier.flags());
                assertThat(OffloadBinary.parseAll(section.contents()))
                        .singleElement()
                        .satisfies(placed -> assertImage(placed.binary(), carrier.version()));
            }
            case ImageCarrier.BundlerSections carrier ->
                    assertThat(object.section(carrier.prefix() + "openmp-opencl-c"))
                            .hasValueSatisfying(section ->
                                    assertThat(section.bytes())
                                            .isEqualTo(
                                                    ZaxpyProgram.OPENCL.contents().toByteArray()));
        }
    }

    private static void assertImage(OffloadBinary binary, OffloadBinary.Version version) {
        assertThat(binary.version()).isEqualTo(version);
        assertThat(binary.images().getFirst().target())
                .isEqualTo(new OffloadBinary.Target("opencl-c", ""));
        assertThat(binary.images().getFirst().toByteArray())
                .isEqualTo(ZaxpyProgram.OPENCL.contents().toByteArray());
    }

    @Test
    void storageIsZeroedAndLocalUnlessDeclaredForTheDevice() {
        var object = ZaxpyProgram.compile("llvm-16");

        var symbol = object.symbol("_ZZ4mainE1Y").orElseThrow();

        assertThat(symbol.size()).isEqualTo(16 * 1024);
        assertThat(symbol.isLocal()).isTrue();
        assertThat(object.section(".bss").orElseThrow().type()).isEqualTo(SectionType.NOBITS);
    }

    @Test
    void severalImagesFollowOneAnotherOrShareOneBinary() {
        var other =
                new DeviceObject(
                        new TargetId("nvptx64-nvidia-cuda", "sm_75"),
                        ImageKind.OBJECT,
                        ObjectBytes.of("other", new byte[] {1, 2, 3}));
        var devices = List.of(ZaxpyProgram.OPENCL, other);

        assertThat(binaries("llvm-22", devices)).isEqualTo(2);
        assertThat(binaries("llvm-23", devices)).isEqualTo(1);
    }

    private static int binaries(String profile, List<DeviceObject> devices) {
        var object =
                FatObject.compile(
                        "zaxpy.o",
                        ZaxpyProgram.PROGRAM.unit(),
                        devices,
                        LoweringOptions.of(AbiProfiles.load().profile(profile)));
        var section = object.section(ElfObject.OFFLOADING_SECTION).orElseThrow();
        assertThat(section.has(SectionFlag.EXCLUDE)).isTrue();
        return OffloadBinary.parseAll(section.contents()).size();
    }
}
