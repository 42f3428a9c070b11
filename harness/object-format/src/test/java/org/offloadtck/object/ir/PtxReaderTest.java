package org.offloadtck.object.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.ir.ModuleSymbol.Kind;
import org.offloadtck.object.ir.ModuleSymbol.Presence;

class PtxReaderTest {

    @Test
    void readsWhatStandsAtTheTopOfAModule() {
        var module =
                SampleModules.ptx(
                        """
                        # 1 "a.cu"
                        // made by hand
                        .version 7.8
                        .target sm_75, debug
                        .address_size 64
                        .file 1 "a.c"
                        .extern .func (.param .b32 r) g
                        (
                          .param .b64 p
                        )
                        ;
                        .func h();
                        .visible .global .align 4 .b8 t[2] = {1, 2};
                        .const .u32 c;
                        .weak .entry k(.param .u64 p)
                        .maxntid 128
                        {
                          { .reg .b32 %r<2>; }
                          ret;
                        }
                        .func h() { ret; }
                        .section .debug_str { .b8 104 }
                        """);

        assertThat(module.target()).isEqualTo("sm_75,debug");
        assertThat(module.symbols())
                .extracting(ModuleSymbol::name, ModuleSymbol::kind, ModuleSymbol::linkage)
                .containsExactly(
                        tuple("g", Kind.FUNCTION, Linkage.EXTERNAL),
                        tuple("h", Kind.FUNCTION, Linkage.INTERNAL),
                        tuple("t", Kind.VARIABLE, Linkage.EXTERNAL),
                        tuple("c", Kind.VARIABLE, Linkage.INTERNAL),
                        tuple("k", Kind.KERNEL, Linkage.WEAK));
        assertThat(module.symbols())
                .extracting(ModuleSymbol::presence)
                .containsExactly(
                        Presence.DECLARED,
                        Presence.DEFINED,
                        Presence.DEFINED,
                        Presence.DEFINED,
                        Presence.DEFINED);
    }

    @Test
    void readsEveryPtxFileOfTheCorpus() {
        var files = Corpus.list("ptx/").stream().filter(path -> path.endsWith(".ptx")).toList();

        assertThat(files).hasSizeGreaterThan(90);
        assertThat(files)
                .allSatisfy(path ->
                        assertThat(SampleModules.read(path, Corpus.text(path)).symbols())
                                .isNotEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".global .b8 a; add | column 16: is 'add' when it should be a directive of a"
                        + " module",
                ".visible .reg      | column 10: is '.reg' when it should be a directive of a"
                        + " module",
                ".global .b8;       | column 1: a variable has no name when it should have one",
                ".func f(           | column 1: '.func' has no end when it should end before the"
                        + " file does",
                ".visible           | column 1: '.visible' has no end when it should end before the"
                        + " file does",
                "/* a               | column 1: the comment has no end",
                ".pragma \"a        | column 9: the string has no end on its line"
            })
    void rejectsTextThatIsNoModule(String text, String problem) {
        assertThatThrownBy(() -> SampleModules.ptx(text))
                .isInstanceOf(IrSyntaxException.class)
                .hasMessageContaining(problem);
    }
}
