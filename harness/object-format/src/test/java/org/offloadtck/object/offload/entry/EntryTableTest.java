package org.offloadtck.object.offload.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadKind;

class EntryTableTest {

    @Test
    void resolvesTheEntriesOfAnObjectThroughTheirRelocations() {
        assertThat(lines("t16.o", "omp_offloading_entries", EntryLayout.LEGACY))
                .containsExactly(
                        "glink_decl_tgt_ref_ptr = glink_decl_tgt_ref_ptr, size 8, variable, link",
                        "gto = gto, size 4, variable",
                        "gbig = gbig, size 16, variable",
                        "__omp_offloading_fe00_218480_foo_l11 ="
                                + " .__omp_offloading_fe00_218480_foo_l11.region_id, size 0,"
                                + " region");
    }

    @Test
    void resolvesTheEntriesOfAnExecutableThroughTheirAddresses() {
        assertThat(lines("exe22", "llvm_offload_entries", EntryLayout.VERSION_1))
                .containsExactly(
                        "glink_decl_tgt_ref_ptr = glink_decl_tgt_ref_ptr, size 8, variable, link",
                        "gto = gto, size 4, variable",
                        "gbig = gbig, size 16, variable",
                        "__omp_offloading_fe00_218480_foo_l11 ="
                                + " .__omp_offloading_fe00_218480_foo_l11.region_id, size 0,"
                                + " region");
    }

    @Test
    void namesASectionAndAnOffsetWhereASymbolIsTheSections() {
        assertThat(lines("t14.o", "omp_offloading_entries", EntryLayout.LEGACY))
                .contains("sloc = .data+0x10, size 4, variable");
    }

    @Test
    void readsIndirectAndRequiresEntries() {
        assertThat(lines("ind23.o", "llvm_offload_entries", EntryLayout.VERSION_1))
                .contains(
                        "__omp_offloading_fe00_2b66dd_ifun_l3 = ifun, size 8, variable, indirect",
                        ".requires = null, size 0, register-requires");
    }

    @Test
    void readsThePointerToAManagedVariable() {
        var rows = read("h22.o", "llvm_offload_entries", EntryLayout.VERSION_1).rows();

        assertThat(rows.getLast().address()).isEqualTo(new PointerTarget.ToSymbol("mv.managed", 0));
        assertThat(rows.getLast().auxAddress()).isEqualTo(new PointerTarget.ToSymbol("mv", 0));
        assertThat(rows.getLast().fields().data()).isEqualTo(4);
    }

    @Test
    void decodesTheFlagsOfCudaEntries() {
        var rows = read("cu19.o", "cuda_offloading_entries", EntryLayout.LEGACY).rows();

        assertThat(rows)
                .extracting(row -> EntryDescription.of(OffloadKind.CUDA, row.fields()))
                .containsExactly(
                        "kernel",
                        "variable",
                        "variable, constant",
                        "texture, normalized",
                        "surface");
    }

    @ParameterizedTest
    @CsvSource({
        "t14.o, omp_offloading_entries, LEGACY",
        "t16.o, omp_offloading_entries, LEGACY",
        "h19.o, hip_offloading_entries, LEGACY",
        "i19.o, omp_offloading_entries, LEGACY",
        "exe19, omp_offloading_entries, LEGACY",
        "exe22, llvm_offload_entries, VERSION_1",
        "c23.o, llvm_offload_entries, VERSION_1",
        "ind23.o, llvm_offload_entries, VERSION_1"
    })
    void recognisesTheLayoutOfATable(String file, String section, EntryLayout layout) {
        var object = object(file);

        assertThat(EntryTable.layouts(object, index(object, section))).containsExactly(layout);
    }

    @Test
    void rejectsATableWithAPartialEntry() {
        var object = object("t16.o");
        int table = index(object, "omp_offloading_entries");

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> EntryTable.read(object, table, EntryLayout.VERSION_1))
                .withMessageContaining(
                        "the entries have 128 bytes when they should have a multiple of 56");
    }

    private static List<String> lines(String file, String section, EntryLayout layout) {
        return read(file, section, layout).rows().stream()
                .map(row ->
                        "%s = %s, size %d, %s"
                                .formatted(
                                        row.name(),
                                        row.address().label(),
                                        row.fields().size(),
                                        EntryDescription.of(OffloadKind.OPENMP, row.fields())))
                .toList();
    }

    private static EntryTable read(String file, String section, EntryLayout layout) {
        var object = object(file);
        return EntryTable.read(object, index(object, section), layout);
    }

    private static ElfObject object(String file) {
        return ElfObject.parse(file, Corpus.bytes("objects/" + file));
    }

    private static int index(ElfObject object, String section) {
        return object.sections().indexOf(object.section(section).orElseThrow());
    }
}
