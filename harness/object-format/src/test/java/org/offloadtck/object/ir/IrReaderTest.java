package org.offloadtck.object.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.ir.CompiledModule.EmbeddedObject;
import org.offloadtck.object.ir.CompiledModule.Side;
import org.offloadtck.object.ir.ModuleSymbol.Kind;
import org.offloadtck.object.ir.ModuleSymbol.Presence;
import org.offloadtck.object.ir.OffloadInfo.Operands;

class IrReaderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@a = global i32 1                       | VARIABLE | EXTERNAL     | DEFAULT   |"
                        + " DEFINED",
                "@a = external hidden global i8          | VARIABLE | EXTERNAL     | HIDDEN    |"
                        + " DECLARED",
                "@a = extern_weak global i8              | VARIABLE | EXTERN_WEAK  | DEFAULT   |"
                        + " DECLARED",
                "@a = weak_odr protected addrspace(1) constant i8 1 | VARIABLE | WEAK_ODR |"
                        + " PROTECTED | DEFINED",
                "@a = internal thread_local(localexec) global i8 0  | VARIABLE | INTERNAL | DEFAULT"
                        + " | DEFINED",
                "@a = weak alias void (ptr, i32), ptr @b | ALIAS    | WEAK         | DEFAULT   |"
                        + " DEFINED",
                "define void @a() { ret void }           | FUNCTION | EXTERNAL     | DEFAULT   |"
                        + " DEFINED",
                "define available_externally void @a() { ret void } | FUNCTION |"
                        + " AVAILABLE_EXTERNALLY | DEFAULT | DECLARED",
                "declare hidden noundef range(i32 -1, 2) i32 @a(ptr @b) | FUNCTION | EXTERNAL |"
                        + " HIDDEN | DECLARED",
                "define linkonce_odr protected ptx_kernel void @a() {} | KERNEL | LINKONCE_ODR |"
                        + " PROTECTED | DEFINED",
                "define amdgpu_kernel void @a() {}       | KERNEL   | EXTERNAL     | DEFAULT   |"
                        + " DEFINED"
            })
    void readsWhatASymbolIs(
            String line, Kind kind, Linkage linkage, Visibility visibility, Presence presence) {
        assertThat(SampleModules.ir(line).symbols())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("content")
                .containsExactly(
                        new ModuleSymbol(
                                "a",
                                kind,
                                linkage,
                                visibility,
                                presence,
                                "",
                                ModuleSymbol.UNSTATED_ALIGNMENT,
                                new TextPosition(line.indexOf("@a"), 1, line.indexOf("@a") + 1),
                                new SymbolContent.Unstated()));
    }

    @Test
    void readsNamesInQuotationMarksAndSections() {
        var symbol =
                SampleModules.ir("@\"a\\2E$b\" = global i8 0, section \"s t\"")
                        .symbols()
                        .getFirst();

        assertThat(symbol.name()).isEqualTo("a.$b");
        assertThat(symbol.section()).isEqualTo("s t");
    }

    @Test
    void skipsBodiesCommentsAndWhatMeansNothingHere() {
        var module =
                SampleModules.ir(
                        """
                        ; ModuleID = 'a.c'
                        source_filename = "a.c"
                        target datalayout = "e"
                        target triple = "nvptx64-nvidia-cuda"
                        %t = type { i32 }
                        $c = comdat any
                        module asm "x"
                        define void @f() {
                          store i32 0, ptr @g ; no global
                        @h = global i8 0
                        }
                        attributes #0 = { "k"="v" }
                        !0 = !DIFile(filename: "a.c")
                        """);

        assertThat(module.target()).isEqualTo("nvptx64-nvidia-cuda");
        assertThat(module.symbols()).extracting(ModuleSymbol::name).containsExactly("f");
    }

    @Test
    void readsEveryKindOfRowOfOffloadInfo() {
        var module =
                SampleModules.ir(
                        """
                        !omp_offload.info = !{!0, !1, !2, !3}
                        !0 = !{i32 0, i32 -65024, i32 10, !"f", i32 7, i32 0}
                        !1 = !{i32 0, i32 1, i32 10, !"f", i32 7, i32 2, i32 1}
                        !2 = !{i32 1, !"v", i32 1, i32 2}
                        !3 = !{i32 2, !"g", i32 3}
                        """);

        assertThat(module.offloadInfo())
                .containsExactly(
                        new OffloadInfo.Region(4_294_902_272L, 10, "f", 7, 0, Operands.SIX, 0),
                        new OffloadInfo.Region(1, 10, "f", 7, 2, Operands.SEVEN, 1),
                        new OffloadInfo.Variable("v", 1, 2),
                        new OffloadInfo.IndirectFunction("g", 3));
        assertThat(module.offloadInfo())
                .extracting(OffloadInfo::name)
                .containsExactly(
                        "__omp_offloading_ffff0200_a_f_l7",
                        "__omp_offloading_1_a_f_l7_2",
                        "v",
                        "g");
    }

    @Test
    void recognisesAKernelByItsAnnotation() {
        var module =
                SampleModules.ir(
                        """
                        define void @k() {}
                        define void @f() {}
                        !nvvm.annotations = !{!0, !1}
                        !0 = !{ptr @k, !"kernel", i32 1}
                        !1 = !{ptr @f, !"maxntidx", i32 128}
                        """);

        assertThat(module.symbols())
                .extracting(ModuleSymbol::kind)
                .containsExactly(Kind.KERNEL, Kind.FUNCTION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"15", "16", "19", "22"})
    void readsWhatReleasesPrint(String release) {
        var host = SampleModules.sample("host%s.ll".formatted(release));
        var device = SampleModules.sample("device%s.ll".formatted(release));

        assertThat(host.side()).isEqualTo(Side.HOST);
        assertThat(device.side()).isEqualTo(Side.DEVICE);
        assertThat(device.offloadInfo()).hasSameElementsAs(host.offloadInfo());
        assertThat(device.symbols()).extracting(ModuleSymbol::kind).contains(Kind.KERNEL);
    }

    @Test
    void readsWhatAHostEmbeds() {
        assertThat(SampleModules.sample("embedding16.ll").embedded())
                .containsExactly(new EmbeddedObject("llvm.embedded.object", ".llvm.offloading"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@a i32            | 1 | 4  | a global has no '=' after its name",
                "@a = i32 1        | 1 | 6  | a global is neither global, constant, alias nor"
                        + " ifunc",
                "define void f() {}| 1 | 1  | a function has no name",
                "define void @f() {| 1 | 1  | the body of a function has no closing }",
                "@\"a = global     | 1 | 2  | a string has no end on its line",
                "ret void          | 1 | 1  | 'ret' at the start of a line is no entity of a"
                        + " module",
                "target triple     | 1 | 8  | the triple is not a string",
                "!0 = !{i32 0      | 1 | 7  | a node has no end on its line"
            })
    void rejectsTextThatIsNoModule(String line, int row, int column, String problem) {
        assertThatThrownBy(() -> SampleModules.ir(line))
                .isInstanceOf(IrSyntaxException.class)
                .hasMessage("m.ll: line %d, column %d: %s", row, column, problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i32 0, !\"f\"             | a row of omp_offload.info is of kind 0 and has 2"
                        + " operands when it should be of kind 0 with 6 or 7, of kind 1 with 4 or of"
                        + " kind 2 with 3",
                "i32 3, !\"f\", i32 0      | a row of omp_offload.info is of kind 3 and has 3"
                        + " operands when it should be of kind 0 with 6 or 7, of kind 1 with 4 or of"
                        + " kind 2 with 3",
                "i32 1, i32 0, i32 0, i32 0 | operand 1 of metadata !0 is not a string when it"
                        + " should be",
                "i64 1, !\"f\", i32 0, i32 0 | operand 0 of metadata !0 is not an i32 when it"
                        + " should be"
            })
    void rejectsARowThatNoReleaseWrites(String row, String problem) {
        assertThatThrownBy(() ->
                        SampleModules.ir("!omp_offload.info = !{!0}\n!0 = !{%s}".formatted(row)))
                .hasMessage("m.ll: line 2, column 1: %s", problem);
    }
}
