package org.offloadtck.object.check.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.profile.AbiProfiles;

/// Faults planted in the entries of real objects. Each was linked and run with the release's own
/// runtime, which aborted, crashed or computed otherwise, except where a test states that it is
/// harmless.
class EntryContractCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final String REGION = "_foo_l11";

    @ParameterizedTest
    @ValueSource(strings = {"t16.o", "t19.o", "t22.o"})
    void findsARegionWithASize(String file) {
        var planted = new PlantedObject(file).size(REGION, 4);

        assertThat(findings(planted))
                .extracting(Finding::rule, Finding::offset)
                .containsExactly(
                        tuple(
                                EntryRule.REGION_WITH_SIZE,
                                (long) planted.offset(REGION) + planted.layout().sizeOffset()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 8})
    void findsAVariableOfAnotherSize(int size) {
        assertThat(rules(new PlantedObject("t22.o").size("gto", size)))
                .containsExactly(EntryRule.HOST_SIZE_DIFFERS, EntryRule.ENTRY_SIZE_DIFFERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gto", REGION})
    void findsANullAddress(String name) {
        assertThat(rules(new PlantedObject("t22.o").address(name, "", 0)))
                .containsExactly(EntryRule.ENTRY_ADDRESS_NULL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t16.o", "t19.o", "t22.o"})
    void takesAPointerWhoseRelocationChangesNothingForNull(String file) {
        var address = new PlantedObject(file);
        var name = new PlantedObject(file);

        assertThat(at(address.relocationType("gto", address.layout().addressOffset(), 0)))
                .containsExactly(
                        tuple(
                                EntryRule.ENTRY_ADDRESS_NULL,
                                (long) address.offset("gto") + address.layout().addressOffset()));
        assertThat(at(name.relocationType(REGION, name.layout().nameOffset(), 0)))
                .contains(
                        tuple(
                                EntryRule.ENTRY_WITHOUT_NAME,
                                (long) name.offset(REGION) + name.layout().nameOffset()))
                .extracting(found -> found.toList().getFirst())
                .containsExactly(EntryRule.ENTRY_WITHOUT_NAME, EntryRule.EXPORT_WITHOUT_ENTRY);
    }

    /// Programs of such objects work: no kernel names the variables.
    @Test
    void acceptsModuleVariablesOfFlangThatAreNotDeclareTarget() {
        assertThat(rules(new PlantedObject("stencil22.o"))).isEmpty();
    }

    /// Type 10 is `R_X86_64_32`.
    @Test
    void findsAPointerOfHalfAnAddress() {
        var planted = new PlantedObject("t19.o");
        int field = planted.layout().nameOffset();

        assertThat(at(planted.relocationType("gto", field, 10)))
                .containsExactly(
                        tuple(EntryRule.ENTRY_RELOCATION, (long) planted.offset("gto") + field));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 0x10, 0x20, 0x80})
    void findsARegionWithFlags(int flags) {
        for (var file : List.of("t16.o", "t19.o", "t22.o")) {
            var planted = new PlantedObject(file).flags(REGION, flags);

            assertThat(at(planted))
                    .containsExactly(
                            tuple(
                                    EntryRule.REGION_WITH_FLAGS,
                                    (long) planted.offset(REGION)
                                            + planted.layout().flagsOffset()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"t15.o", "t16.o", "t19.o", "t22.o"})
    void notesALostFlagOfALinkPointer(String file) {
        assertThat(rules(new PlantedObject(file).flags("ref_ptr", 0)))
                .containsExactly(EntryRule.LOST_LINK_FLAG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"i16.o", "i19.o", "i22.o"})
    void acceptsAPointerWithoutTheFlagWhereMemoryIsUnified(String file) {
        assertThat(rules(new PlantedObject(file).flags("ref_ptr", 0))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cu16.o", "cu19.o", "cu22.o"})
    void findsAKernelOfCudaWithASize(String file) {
        var planted = new PlantedObject(file).size("kernPi", 8);

        assertThat(at(planted))
                .contains(
                        tuple(
                                EntryRule.REGION_WITH_SIZE,
                                (long) planted.offset("kernPi") + planted.layout().sizeOffset()));
    }

    @Test
    void findsTheAddressOfAnotherSymbol() {
        assertThat(findings(new PlantedObject("t19.o").address("gto", "gbig", 0)))
                .extracting(Finding::rule, Finding::problem)
                .containsExactly(
                        tuple(
                                EntryRule.ENTRY_ADDRESS_DIFFERS,
                                "the address of 'gto' is gbig when it should be gto"));
        assertThat(rules(new PlantedObject("t19.o").address("gbig", "gbig", 4)))
                .containsExactly(EntryRule.ENTRY_ADDRESS_DIFFERS);
        assertThat(rules(new PlantedObject("t19.o").address(REGION, "foo", 0)))
                .containsExactly(EntryRule.ENTRY_ADDRESS_DIFFERS);
    }

    @Test
    void findsTheAddressOfAnUndefinedSymbol() {
        assertThat(rules(new PlantedObject("t16.o").address(REGION, "__tgt_target_kernel", 0)))
                .containsExactly(EntryRule.ENTRY_ADDRESS_UNDEFINED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"i19.o", "i22.o"})
    void findsALostFlagOfAnIndirectFunction(String file) {
        assertThat(rules(new PlantedObject(file).flags("_ifun_l3", 0)))
                .containsExactly(EntryRule.LOST_INDIRECT_FLAG);
    }

    @Test
    void warnsOfAVariableWithTheFlagOfALinkPointer() {
        assertThat(rules(new PlantedObject("t22.o").flags("gto", 1)))
                .containsExactly(EntryRule.LINK_FLAG_ON_VARIABLE);
    }

    @Test
    void notesAnUnusedFieldThatIsSet() {
        assertThat(rules(new PlantedObject("t22.o").data("gto", 5)))
                .containsExactly(EntryRule.UNUSED_FIELD_SET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t16.o", "t19.o", "t22.o"})
    void findsADroppedEntry(String file) {
        assertThat(rules(new PlantedObject(file).replace(REGION, "gto")))
                .containsExactly(EntryRule.REPEATED_ENTRY, EntryRule.EXPORT_WITHOUT_ENTRY);
        assertThat(rules(new PlantedObject(file).replace("gto", "gbig")))
                .containsExactly(EntryRule.REPEATED_ENTRY, EntryRule.EXPORT_WITHOUT_ENTRY);
        assertThat(rules(new PlantedObject(file).replace("ref_ptr", "gbig")))
                .containsExactly(EntryRule.REPEATED_ENTRY, EntryRule.EXPORT_WITHOUT_ENTRY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t16.o", "t19.o", "t22.o"})
    void findsEntriesInAMisspeltSection(String file) {
        assertThat(rules(new PlantedObject(file).misspeltSection()))
                .containsExactly(EntryRule.MISPLACED_ENTRIES);
    }

    /// The types are `SHT_NOTE` and `SHT_NOBITS`.
    @ParameterizedTest
    @ValueSource(ints = {7, 8})
    void findsASectionOfAnotherType(int type) {
        assertThat(rules(new PlantedObject("t22.o").sectionType(type)))
                .containsExactly(EntryRule.MISTYPED_TABLE);
    }

    @Test
    void namesTheLayoutOfTheReleaseForAReservedWord() {
        assertThat(findings(new PlantedObject("t22.o").word("gto", 0, 1)))
                .extracting(Finding::rule, Finding::problem)
                .containsExactly(
                        tuple(
                                EntryRule.MALFORMED_ENTRIES,
                                "the reserved word of entry 'gto' is 0x1 when it should be 0, by"
                                        + " which runtimes recognise entries of 56 bytes"));
    }

    @Test
    void findsAnEntryOfAnotherKind() {
        assertThat(findings(new PlantedObject("t22.o").word("gto", 8, 1 | 2 << 16)))
                .extracting(Finding::rule)
                .contains(EntryRule.ENTRY_KIND_DIFFERS);
    }

    private static List<Tuple> at(PlantedObject planted) {
        return findings(planted).stream()
                .map(finding -> tuple(finding.rule(), finding.offset()))
                .toList();
    }

    private static List<EntryRule> rules(PlantedObject planted) {
        return findings(planted).stream().map(finding -> (EntryRule) finding.rule()).toList();
    }

    private static List<Finding> findings(PlantedObject planted) {
        return CHECK.check("planted.o", planted.bytes()).findings();
    }
}
