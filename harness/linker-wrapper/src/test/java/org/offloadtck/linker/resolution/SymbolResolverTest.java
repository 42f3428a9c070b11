package org.offloadtck.linker.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.LoadedBytes;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

final class SymbolResolverTest {

    private static LinkInput refersTo(String symbol) {
        return SampleObject.named("user.o").data(data -> data.address(symbol, 0)).input();
    }

    private static LinkInput defines(String source, String symbol, int value) {
        return SampleObject.named(source)
                .data(data -> data.define(SymbolDefinition.global(symbol, 8)).u64(value))
                .input();
    }

    private static LinkInput definesWeakly(String source, String symbol, int value) {
        return SampleObject.named(source)
                .data(data ->
                        data.define(SymbolDefinition.global(symbol, 8).with(SymbolBinding.WEAK))
                                .u64(value))
                .input();
    }

    private static LinkInput common(String source, String symbol, long size, long alignment) {
        return SampleObject.named(source)
                .with(assembler ->
                        assembler.reference(
                                new Symbol(
                                        symbol,
                                        SymbolBinding.GLOBAL,
                                        SymbolType.OBJECT,
                                        SymbolVisibility.DEFAULT,
                                        SymbolPlace.COMMON,
                                        alignment,
                                        size)))
                .input();
    }

    private static HostExecutable link(LinkInput... inputs) {
        return StaticLinker.link(List.of(inputs), Imports.none());
    }

    private static long valueAt(HostExecutable executable, String symbol) {
        return LoadedBytes.of(executable).u64(executable.address(symbol).orElseThrow());
    }

    @Test
    void namesEveryUndefinedSymbolWithTheFirstPlaceThatRefersToIt() {
        var user =
                SampleObject.named("user.o")
                        .text(text -> text.u32(0).relocated(4, 2, "f", -4))
                        .data(data -> data.address("f", 0).address("g", 0))
                        .input();

        assertThatThrownBy(() -> link(user))
                .isInstanceOf(LinkException.class)
                .hasMessage(
                        """
                        user.o: .text+0x4: symbol f is undefined, when an object, an archive or an \
                        import should define it
                        user.o: .data+0x8: symbol g is undefined, when an object, an archive or an \
                        import should define it\
                        """);
    }

    @Test
    void namesBothFilesOfADoubleDefinition() {
        assertThatThrownBy(() -> link(defines("a.o", "f", 1), defines("b.o", "f", 2)))
                .asInstanceOf(type(LinkException.class))
                .extracting(LinkException::diagnostics)
                .isEqualTo(
                        List.of(
                                new LinkDiagnostic(
                                        "b.o",
                                        "symbol f",
                                        LinkRule.DUPLICATE_SYMBOL,
                                        "is defined in b.o(.data), when a.o(.data) defines it"
                                                + " already")));
    }

    @Test
    void prefersAStrongDefinitionToAnEarlierWeakOne() {
        var executable = link(definesWeakly("a.o", "f", 1), defines("b.o", "f", 2));

        assertThat(valueAt(executable, "f")).isEqualTo(2);
    }

    @Test
    void keepsTheFirstOfSeveralWeakDefinitions() {
        var executable = link(definesWeakly("a.o", "f", 1), definesWeakly("b.o", "f", 2));

        assertThat(valueAt(executable, "f")).isEqualTo(1);
    }

    @Test
    void allocatesTheLargestCommonSymbolWithTheGreatestAlignment() {
        var executable = link(common("a.o", "c", 4, 64), common("b.o", "c", 100, 8));

        var symbol = executable.elf().symbol("c").orElseThrow();
        assertThat(symbol.size()).isEqualTo(100);
        assertThat(symbol.value() % 64).isZero();
    }

    @Test
    void prefersACommonSymbolToAWeakDefinitionAndAStrongOneToBoth() {
        var executable =
                link(
                        definesWeakly("a.o", "c", 1),
                        common("b.o", "c", 8, 8),
                        defines("c.o", "c", 3));

        assertThat(valueAt(executable, "c")).isEqualTo(3);
        assertThat(link(definesWeakly("a.o", "c", 1), common("b.o", "c", 8, 8)).elf().symbol("c"))
                .hasValueSatisfying(symbol -> assertThat(symbol.isWeak()).isFalse());
    }

    @Test
    void bindsAnUndefinedWeakSymbolToZero() {
        var user =
                SampleObject.named("user.o")
                        .with(assembler ->
                                assembler.reference(
                                        new Symbol(
                                                "w",
                                                SymbolBinding.WEAK,
                                                SymbolType.NOTYPE,
                                                SymbolVisibility.DEFAULT,
                                                SymbolPlace.UNDEFINED,
                                                0,
                                                0)))
                        .data(data ->
                                data.define(SymbolDefinition.global("place", 8)).address("w", 5))
                        .input();

        assertThat(valueAt(link(user), "place")).isEqualTo(5);
    }

    @Test
    void bindsAnImportToItsAddress() {
        var executable = StaticLinker.link(List.of(refersTo("f")), Imports.of(List.of("e", "f")));

        assertThat(executable.address("f")).hasValue(Imports.BASE + Imports.STRIDE);
        assertThat(LoadedBytes.of(executable).u64(sectionAddress(executable, ".data")))
                .isEqualTo(Imports.BASE + Imports.STRIDE);
    }

    @Test
    void prefersADefinitionToAnImport() {
        var executable =
                StaticLinker.link(
                        List.of(refersTo("f"), defines("a.o", "f", 1)), Imports.of(List.of("f")));

        assertThat(valueAt(executable, "f")).isEqualTo(1);
    }

    private static long sectionAddress(HostExecutable executable, String name) {
        return executable.elf().section(name).orElseThrow().address();
    }
}
