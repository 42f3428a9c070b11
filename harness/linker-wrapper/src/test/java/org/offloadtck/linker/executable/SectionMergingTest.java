package org.offloadtck.linker.executable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.EXCLUDE;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.elf.build.ElfExecutableAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

final class SectionMergingTest {

    private static final long LOADED = SectionFlag.mask(ALLOC, WRITE);

    private static LinkInput with(String source, String section, int value) {
        return SampleObject.named(source).section(section, LOADED, data -> data.u64(value)).input();
    }

    private static HostExecutable link(LinkInput... inputs) {
        return StaticLinker.link(List.of(inputs), Imports.none());
    }

    private static List<Long> words(HostExecutable executable, String section) {
        Section found = executable.elf().section(section).orElseThrow();
        return IntStream.range(0, (int) found.size() / Long.BYTES)
                .mapToObj(word -> found.contents().u64((long) word * Long.BYTES, "word"))
                .toList();
    }

    @Test
    void joinsSectionsOfOneNameInInputOrder() {
        var executable =
                link(with("a.o", "table", 1), with("b.o", "other", 9), with("c.o", "table", 2));

        assertThat(words(executable, "table")).containsExactly(1L, 2L);
    }

    @Test
    void runsConstructorsByPriorityAndThoseWithoutLast() {
        var executable =
                link(
                        with("a.o", ".init_array", 1),
                        with("b.o", ".init_array.101", 2),
                        with("c.o", ".init_array.1", 3),
                        with("d.o", ".init_array.101", 4));

        assertThat(words(executable, ".init_array")).containsExactly(3L, 2L, 4L, 1L);
    }

    @Test
    void leavesOutExcludedSections() {
        var fat =
                SampleObject.named("fat.o")
                        .section(
                                ".llvm.offloading",
                                SectionType.LLVM_OFFLOADING,
                                SectionFlag.mask(EXCLUDE),
                                data -> data.u64(1))
                        .data(data -> data.u64(2))
                        .input();

        assertThat(link(fat).elf().sections(".llvm.offloading")).isEmpty();
    }

    @Test
    void definesTheEdgesOfASectionThatIsACIdentifier() {
        var user =
                SampleObject.named("user.o")
                        .data(data -> data.address("__start_table", 0).address("__stop_table", 0))
                        .input();

        var executable = link(user, with("a.o", "table", 1), with("b.o", "table", 2));

        long start = executable.elf().section("table").orElseThrow().address();
        assertThat(words(executable, ".data")).containsExactly(start, start + 16);
    }

    @Test
    void definesTheEdgesOfAnEmptySection() {
        var user =
                SampleObject.named("user.o")
                        .data(data -> data.address("__start_table", 0).address("__stop_table", 0))
                        .section(
                                "table",
                                LOADED,
                                table -> table.define(SymbolDefinition.global("dummy", 0)))
                        .input();

        var executable = link(user);

        assertThat(words(executable, ".data").getFirst())
                .isEqualTo(words(executable, ".data").getLast())
                .isNotEqualTo(0L);
    }

    @Test
    void givesEveryAccessPagesOfItsOwn() {
        var program =
                SampleObject.named("program.o")
                        .text(text -> text.u8(0xc3))
                        .section(".rodata", SectionFlag.mask(ALLOC), data -> data.u64(1))
                        .data(data -> data.u64(2))
                        .input();

        var pages =
                link(program).elf().sections().stream()
                        .filter(section -> section.has(ALLOC))
                        .map(section -> section.address() / ElfExecutableAssembler.PAGE)
                        .toList();

        assertThat(pages).hasSize(3).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void mapsEverySection() {
        var executable = link(with("a.o", "table", 1), with("b.o", "table", 2));

        long start = executable.elf().section("table").orElseThrow().address();
        assertThat(executable.map())
                .containsExactly(
                        new HostExecutable.Contribution("a.o", "table", "table", start, 8),
                        new HostExecutable.Contribution("b.o", "table", "table", start + 8, 8));
    }
}
