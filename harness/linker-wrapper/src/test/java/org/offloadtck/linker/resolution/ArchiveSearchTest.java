package org.offloadtck.linker.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.elf.build.SymbolDefinition;

final class ArchiveSearchTest {

    private static byte[] object(String source, String defines, String refersTo) {
        return SampleObject.named(source)
                .data(data -> data.define(SymbolDefinition.global(defines, 8)).address(refersTo, 0))
                .bytes();
    }

    private static LinkInput user() {
        return LinkInput.read("user.o", object("user.o", "main", "f"));
    }

    private static LinkInput archive(ArchiveMember... members) {
        return LinkInput.read("lib.a", Archive.of("lib.a", List.of(members)).write());
    }

    private static ArchiveMember member(String name, String defines, String refersTo) {
        return ArchiveMember.of(name, object(name, defines, refersTo));
    }

    private static List<String> sources(LinkInput... inputs) {
        return StaticLinker.link(Arrays.asList(inputs), Imports.none()).map().stream()
                .map(Contribution::source)
                .distinct()
                .toList();
    }

    @Test
    void takesWhatIsNeededAndWhatThatNeeds() {
        var library =
                archive(
                        member("unused.o", "u", "main"),
                        member("g.o", "g", "main"),
                        member("f.o", "f", "g"));

        assertThat(sources(user(), library)).containsExactly("user.o", "lib.a(f.o)", "lib.a(g.o)");
    }

    @Test
    void looksIntoAnArchiveOnlyAtItsPlaceOnTheLine() {
        var library = archive(member("f.o", "f", "main"));

        assertThatThrownBy(() -> sources(library, user()))
                .isInstanceOf(LinkException.class)
                .hasMessageStartingWith("user.o: .data+0x0: symbol f is undefined");
    }

    @Test
    void takesTheFirstOfTwoMembersThatDefineASymbol() {
        var library = archive(member("one.o", "f", "main"), member("two.o", "f", "main"));

        assertThat(sources(user(), library)).containsExactly("user.o", "lib.a(one.o)");
    }

    @Test
    void passesOverMembersThatAreNoObjects() {
        var library =
                archive(
                        ArchiveMember.of("README", new byte[] {'h', 'i'}),
                        member("f.o", "f", "main"));

        assertThat(sources(user(), library)).containsExactly("user.o", "lib.a(f.o)");
    }
}
