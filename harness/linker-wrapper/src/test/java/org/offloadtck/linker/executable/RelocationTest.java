package org.offloadtck.linker.executable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.elf.build.SymbolDefinition;

final class RelocationTest {

    private static final long R_X86_64_64 = 1;
    private static final long R_X86_64_PC32 = 2;
    private static final long R_X86_64_PLT32 = 4;
    private static final long R_X86_64_32 = 10;
    private static final long R_X86_64_32S = 11;

    /// `f` at the start of `.text`, a relocated field 8 bytes on.
    private static LinkInput field(int size, long type, String symbol, long addend) {
        return SampleObject.named("a.o")
                .text(text ->
                        text.define(SymbolDefinition.global("f", 8))
                                .u64(0)
                                .define(SymbolDefinition.global("field", size))
                                .relocated(size, type, symbol, addend)
                                .u64(0))
                .input();
    }

    private static HostExecutable link(LinkInput input, Imports imports) {
        return StaticLinker.link(List.of(input), imports);
    }

    private static LinkDiagnostic refusal(LinkInput input, Imports imports) {
        var thrown = new ArrayList<LinkDiagnostic>();
        assertThatThrownBy(() -> link(input, imports))
                .asInstanceOf(type(LinkException.class))
                .satisfies(exception -> thrown.addAll(exception.diagnostics()));
        return thrown.getFirst();
    }

    @Test
    void writesAnAbsoluteAddress() {
        var executable = link(field(8, R_X86_64_64, "f", 3), Imports.none());

        assertThat(LoadedBytes.of(executable).u64(executable.address("field").orElseThrow()))
                .isEqualTo(executable.address("f").orElseThrow() + 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {R_X86_64_PC32, R_X86_64_PLT32})
    void writesADistanceFromTheField(long type) {
        var executable = link(field(4, type, "f", -4), Imports.none());

        assertThat(LoadedBytes.of(executable).u32(executable.address("field").orElseThrow()))
                .isEqualTo(-12);
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 41, 42})
    void writesTheDistanceToASlotThatHoldsTheAddress(long type) {
        var executable = link(field(4, type, "f", -4), Imports.none());
        var loaded = LoadedBytes.of(executable);
        long field = executable.address("field").orElseThrow();

        long slot = field + 4 + loaded.u32(field);

        assertThat(slot).isEqualTo(executable.elf().section(".got").orElseThrow().address());
        assertThat(loaded.u64(slot)).isEqualTo(executable.address("f").orElseThrow());
    }

    @Test
    void givesASymbolOneSlotHoweverOftenItIsUsed() {
        var twice =
                SampleObject.named("a.o")
                        .text(text ->
                                text.define(SymbolDefinition.global("f", 8))
                                        .relocated(4, 9, "f", -4)
                                        .relocated(4, 42, "f", -4))
                        .input();

        assertThat(link(twice, Imports.none()).elf().section(".got").orElseThrow().size())
                .isEqualTo(8);
    }

    @Test
    void rejectsANegativeValueForAnUnsignedField() {
        assertThat(refusal(field(4, R_X86_64_32, "f", -0x500000), Imports.none()).rule())
                .isEqualTo(LinkRule.RANGE);
        assertThat(link(field(4, R_X86_64_32S, "f", -0x500000), Imports.none()).address("f"))
                .isPresent();
    }

    @Test
    void namesFieldSymbolAndRangeOfAnOverflow() {
        var far = new Imports(Map.of("far", 0x7fff_0000_0000L));

        assertThat(refusal(field(4, R_X86_64_PC32, "far", -4), far))
                .hasToString(
                        "a.o: .text+0x8: R_X86_64_PC32 against import far yields 140733189193716,"
                                + " when the field holds -2147483648 to 2147483647");
    }

    @Test
    void namesATypeItDoesNotApply() {
        long tpoff32 = 23;

        assertThat(refusal(field(4, tpoff32, "f", 0), Imports.none()))
                .satisfies(diagnostic -> {
                    assertThat(diagnostic.rule()).isEqualTo(LinkRule.RELOCATION);
                    assertThat(diagnostic.position()).isEqualTo(".text+0x8");
                    assertThat(diagnostic.problem()).startsWith("type 23 is not supported");
                });
    }

    @Test
    void rejectsAFieldThatRunsPastTheEndOfItsSection() {
        var cut =
                SampleObject.named("a.o")
                        .data(data -> data.relocated(4, R_X86_64_64, "f", 0))
                        .input();

        assertThat(refusal(cut, Imports.of(List.of("f"))))
                .hasToString(
                        "a.o: .data+0x0: R_X86_64_64 writes 8 bytes, when the section ends at 0x4");
    }
}
