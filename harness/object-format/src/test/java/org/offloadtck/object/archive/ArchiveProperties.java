package org.offloadtck.object.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionType;

/// Members of an archive are read back, and its symbol table has their symbols.
class ArchiveProperties {

    /// A member, and the global symbols it defines; none for a member that is no object.
    record Part(ArchiveMember member, List<String> symbols) {

        Part(String name, byte[] bytes, List<String> symbols) {
            this(ArchiveMember.of(name, bytes), symbols);
        }
    }

    @Property(seed = "1", tries = 200)
    void everyMemberComesOutAsItWentIn(@ForAll("parts") List<Part> parts) {
        var archive = archive(parts);

        assertThat(archive.members())
                .extracting(ArchiveMember::name)
                .isEqualTo(parts.stream().map(part -> part.member().name()).toList());
        for (int member = 0; member < parts.size(); member++) {
            assertThat(archive.members().get(member).bytes())
                    .isEqualTo(parts.get(member).member().bytes());
        }
    }

    @Property(seed = "1", tries = 200)
    void theSymbolTableIsThatOfTheMembers(@ForAll("parts") List<Part> parts) {
        var archive = archive(parts);

        for (int member = 0; member < parts.size(); member++) {
            int index = member;
            assertThat(archive.symbols())
                    .filteredOn(symbol -> symbol.member() == index)
                    .extracting(ArchiveSymbol::name)
                    .isEqualTo(parts.get(member).symbols());
        }
    }

    @Property(seed = "1", tries = 100)
    void anArchiveIsWrittenAsItWasRead(@ForAll("parts") List<Part> parts) {
        var bytes = archive(parts).write();

        assertThat(Archive.parse("again.a", bytes).write()).isEqualTo(bytes);
    }

    private static Archive archive(List<Part> parts) {
        return Archive.of("made.a", parts.stream().map(Part::member).toList());
    }

    @Provide
    Arbitrary<List<Part>> parts() {
        return Arbitraries.oneOf(texts(), objects()).list().ofMaxSize(5);
    }

    private static Arbitrary<String> names() {
        var plain = Arbitraries.strings().withChars("ab./_ -#1").ofMinLength(1).ofMaxLength(40);
        var special = Arbitraries.of("/", "//", "/0", "#1/4", "__.SYMDEF", "/SYM64/", "é", "a/");
        return Arbitraries.frequencyOf(Tuple.of(5, plain), Tuple.of(1, special));
    }

    private static Arbitrary<Part> texts() {
        var bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(30);
        return Combinators.combine(names(), bytes)
                .as((name, contents) -> new Part(name, contents, List.of()));
    }

    private static Arbitrary<Part> objects() {
        var symbols = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(8);
        return Combinators.combine(names(), symbols.list().uniqueElements().ofMaxSize(4))
                .as((name, defined) -> new Part(name, object(defined), defined));
    }

    private static byte[] object(List<String> symbols) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        var data = object.section(".data", SectionType.PROGBITS, 0, 1);
        symbols.forEach(symbol -> data.define(SymbolDefinition.global(symbol, 1)).u8(0));
        return object.assemble("made.o").write();
    }
}
