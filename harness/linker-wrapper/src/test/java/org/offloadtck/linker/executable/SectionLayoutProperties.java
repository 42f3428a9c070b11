package org.offloadtck.linker.executable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.EXECINSTR;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.ElfExecutableAssembler;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Properties of every layout, for random input sections.
final class SectionLayoutProperties {

    record Wanted(String name, SectionType type, long flags, long alignment, int size) {}

    @Provide
    Arbitrary<List<Wanted>> sections() {
        var name = Arbitraries.of(".text", ".rodata.a", ".data", ".bss", "table", ".init_array.7");
        var type = Arbitraries.of(SectionType.PROGBITS, SectionType.NOBITS);
        var flags =
                Arbitraries.of(
                        SectionFlag.mask(ALLOC),
                        SectionFlag.mask(ALLOC, EXECINSTR),
                        SectionFlag.mask(ALLOC, WRITE));
        var alignment = Arbitraries.integers().between(0, 12).map(power -> 1L << power);
        var size = Arbitraries.integers().between(0, 5000);
        return Combinators.combine(name, type, flags, alignment, size)
                .as(Wanted::new)
                .list()
                .ofMaxSize(12);
    }

    private static HostExecutable linked(List<Wanted> sections) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        for (Wanted wanted : sections) {
            object.section(wanted.name(), wanted.type(), wanted.flags(), wanted.alignment())
                    .zeros(wanted.size());
        }
        var input = new LinkInput.Relocatable(object.assemble("a.o"));
        return StaticLinker.link(List.of(input), Imports.none());
    }

    private static List<Section> loaded(HostExecutable executable) {
        return executable.elf().sections().stream().filter(section -> section.has(ALLOC)).toList();
    }

    @Property(seed = "40961970", tries = 200, edgeCases = EdgeCasesMode.NONE)
    void noTwoSectionsOverlap(@ForAll("sections") List<Wanted> wanted) {
        long end = ExecutableLayout.BASE;
        for (Section section : loaded(linked(wanted))) {
            assertThat(section.address()).as(section.name()).isGreaterThanOrEqualTo(end);
            end = section.address() + section.size();
        }
    }

    @Property(seed = "40961970", tries = 200, edgeCases = EdgeCasesMode.NONE)
    void everySectionIsAlignedAndComesWhole(@ForAll("sections") List<Wanted> wanted) {
        var executable = linked(wanted);

        assertThat(executable.map())
                .extracting(Contribution::size)
                .containsExactlyInAnyOrderElementsOf(
                        wanted.stream().map(section -> (long) section.size()).toList());
        assertThat(loaded(executable))
                .allMatch(section -> section.address() % section.alignment() == 0);
    }

    @Property(seed = "40961970", tries = 200, edgeCases = EdgeCasesMode.NONE)
    void noPageIsWritableAndExecutable(@ForAll("sections") List<Wanted> wanted) {
        var sections = loaded(linked(wanted));

        for (Section code : sections) {
            assertThat(sections)
                    .filteredOn(other -> code.has(EXECINSTR) && !code.has(WRITE))
                    .filteredOn(other -> other.has(WRITE) && other.size() > 0)
                    .noneMatch(other -> sharePage(code, other));
        }
    }

    private static boolean sharePage(Section one, Section other) {
        return one.size() > 0
                && lastPage(one) >= firstPage(other)
                && lastPage(other) >= firstPage(one);
    }

    private static long firstPage(Section section) {
        return section.address() / ElfExecutableAssembler.PAGE;
    }

    private static long lastPage(Section section) {
        return (section.address() + section.size() - 1) / ElfExecutableAssembler.PAGE;
    }
}
