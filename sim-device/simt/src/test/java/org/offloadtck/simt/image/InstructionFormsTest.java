package org.offloadtck.simt.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.simt.memory.GlobalMemory;

/// Every form of instruction that compilers wrote into the corpus has a meaning, textures,
/// surfaces, tensors and asynchronous copies aside.
class InstructionFormsTest {

    private static final List<String> NOT_SIMULATED =
            List.of("cp.async.", "suld.", "sust.", "tex.", "wmma.");

    record Form(String name, String instruction) {

        static Form of(String row) {
            return new Form(
                    row.substring(0, row.indexOf('\t')), row.substring(row.lastIndexOf('\t') + 1));
        }

        boolean isSimulated() {
            return NOT_SIMULATED.stream().noneMatch(name::startsWith);
        }
    }

    static Stream<Form> forms() {
        return Corpus.text("ptx/forms.tsv").lines().skip(1).map(Form::of);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_form_is_decoded_or_said_not_to_be_simulated(Form form) {
        var module = PtxParser.parse("a.ptx", kernel(form.instruction()));
        var problems = DeviceImage.load(module, GlobalMemory.ofCapacity(1 << 16)).code().problems();

        if (form.isSimulated()) {
            assertThat(problems).isEmpty();
        } else {
            assertThat(problems).singleElement().asString().endsWith("is not simulated");
        }
    }

    private static String kernel(String instruction) {
        return """
        .version 8.0
        .target sm_90
        .address_size 64
        .global .align 16 .b8 g[64];
        .const .align 16 .b8 c[64];
        .shared .align 16 .b8 s[64];
        .func f() { ret; }
        .visible .entry k(.param .u64 p)
        {
        .reg .pred %%p<9>; .reg .b16 %%rs<9>; .reg .b32 %%r<9>; .reg .b64 %%rd<9>;
        .reg .f32 %%f<9>; .reg .f64 %%fd<9>;
        .local .align 16 .b8 depot[64];
        .param .b64 x;
        prototype: .callprototype _ (.param .b64 _);
        L:
        %s
        }
        """
                .formatted(instruction);
    }
}
