package org.offloadtck.runtime.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.SimulatedHostMemory;
import org.offloadtck.runtime.program.ProgramLayout;

final class LibraryReaderTest {

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    private final SimulatedHostMemory memory = new SimulatedHostMemory();

    static List<AbiProfile> profiles() {
        return PROFILES.all();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void readsWhatWasLaidOutUnderTheSameProfile(AbiProfile profile) {
        var layout = new ProgramLayout(memory, profile);
        long region = layout.region("kernel");
        long variable = layout.variable("counter", new byte[] {1, 2, 3, 4});
        layout.image(new TargetId("fake", "f1"), new byte[] {42, 0, 43});

        HostLibrary library = new LibraryReader(memory, profile).read(layout.descriptor());

        assertThat(library.entries())
                .extracting(HostEntry::name)
                .containsExactly("kernel", "counter");
        assertThat(library.entries())
                .extracting(entry -> entry.fields().address())
                .containsExactly(region, variable);
        assertThat(library.entries()).extracting(HostEntry::isRegion).containsExactly(true, false);
        assertThat(library.images()).hasSize(1);
        assertThat(library.images().getFirst().program().bytes().byteSize()).isEqualTo(3);
    }

    @Test
    void takesTheTargetFromTheOffloadBinary() {
        AbiProfile profile = PROFILES.profile("llvm-16");
        var layout = new ProgramLayout(memory, profile);
        layout.image(new TargetId("nvptx64-nvidia-cuda", "sm_75"), new byte[] {1});

        HostLibrary library = new LibraryReader(memory, profile).read(layout.descriptor());

        assertThat(library.images().getFirst().program().target())
                .isEqualTo(new TargetId("nvptx64-nvidia-cuda", "sm_75"));
    }

    @Test
    void takesTheTargetOfABareImageFromItsElfHeader() {
        AbiProfile profile = PROFILES.profile("llvm-19");
        var layout = new ProgramLayout(memory, profile);
        var elf = new byte[64];
        elf[0] = 0x7f;
        elf[1] = 'E';
        elf[2] = 'L';
        elf[3] = 'F';
        elf[8] = 7;
        elf[18] = (byte) 190;
        elf[48] = 75;
        layout.image(new TargetId("", ""), elf);

        HostLibrary library = new LibraryReader(memory, profile).read(layout.descriptor());

        assertThat(library.images().getFirst().program().target())
                .isEqualTo(new TargetId("nvptx64-nvidia-cuda", "sm_75"));
    }

    @Test
    void upgradesLegacyEntriesWhereTheProfileDoes() {
        AbiProfile old = PROFILES.profile("llvm-18");
        AbiProfile recent = PROFILES.profile("llvm-22");
        var layout = new ProgramLayout(memory, old);
        layout.region("kernel");

        HostLibrary library = new LibraryReader(memory, recent).read(layout.descriptor());

        assertThat(library.entries()).extracting(HostEntry::name).containsExactly("kernel");
    }

    /// CUDA's entries share the section since LLVM 21; their flags mean something else.
    @Test
    void leavesEntriesOfOtherModelsToTheirRuntimes() {
        AbiProfile profile = PROFILES.profile("llvm-22");
        var layout = new ProgramLayout(memory, profile);
        layout.region("cuda");
        layout.region("openmp");
        long descriptor = layout.descriptor();
        long first = memory.i64(descriptor + 16, "HostEntriesBegin");
        int cuda = profile.fatObject().kindNumbering().code(OffloadKind.CUDA).orElseThrow();
        memory.putI64(first + 8, 1 | ((long) cuda << 16) | (0x23L << 32), "Version, Kind, Flags");

        HostLibrary library = new LibraryReader(memory, profile).read(descriptor);

        assertThat(library.entries()).extracting(HostEntry::name).containsExactly("openmp");
    }

    @Test
    void distinguishesALegacyTableWithoutAnAddressFromTheNewLayout() {
        AbiProfile old = PROFILES.profile("llvm-19");
        var layout = new ProgramLayout(memory, old);
        layout.requires(1);
        layout.region("kernel");
        long descriptor = layout.descriptor();

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() ->
                        new LibraryReader(memory, PROFILES.profile("llvm-22")).read(descriptor))
                .matches(fault -> fault.rule() == RuntimeRule.LEGACY_TABLE)
                .withMessageEndingWith(
                        "the table of 32-byte entries begins with a requires entry, which has no"
                                + " address, when llvm-22 recognizes such a table by the address of its"
                                + " first entry");
    }

    @Test
    void namesTheFieldWhoseTableIsNoWholeNumberOfEntries() {
        var layout = new ProgramLayout(memory, PROFILES.profile("llvm-22"));
        layout.region("kernel");
        long descriptor = layout.descriptor();
        long end = memory.i64(descriptor + 24, "HostEntriesEnd");
        memory.putI64(descriptor + 24, end - 8, "HostEntriesEnd");

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() ->
                        new LibraryReader(memory, PROFILES.profile("llvm-22")).read(descriptor))
                .withMessage(
                        "__tgt_register_lib: 0x%x: the host entry table has 48 bytes when llvm-22 has entries of 56"
                                .formatted(descriptor + 24));
    }

    @Test
    void comparesTheTablesOfHostAndImageWhereTheProfileDoes() {
        var layout = new ProgramLayout(memory, PROFILES.profile("llvm-16"));
        layout.region("one");
        layout.region("two");
        layout.image(new TargetId("fake", ""), new byte[] {1});
        long descriptor = layout.descriptor();
        long image = memory.i64(descriptor + 8, "DeviceImages");
        memory.putI64(image + 24, memory.i64(image + 16, "EntriesBegin") + 32, "EntriesEnd");

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() ->
                        new LibraryReader(memory, PROFILES.profile("llvm-16")).read(descriptor))
                .withMessage(
                        "__tgt_register_lib: 0x%x: host and target tables mismatch: the host's has 64 bytes, the image's 32"
                                .formatted(image + 24));
    }

    @Test
    void namesAnEntryWithoutAnAddress() {
        AbiProfile profile = PROFILES.profile("llvm-16");
        var layout = new ProgramLayout(memory, profile);
        layout.variable("x", new byte[8], OpenmpEntryFlag.LINK);
        long descriptor = layout.descriptor();
        long entry = memory.i64(descriptor + 16, "HostEntriesBegin");
        memory.putI64(entry, 0, "addr");

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> new LibraryReader(memory, profile).read(descriptor))
                .withMessage("__tgt_register_lib: 0x%x: entry x has no address".formatted(entry));
    }
}
