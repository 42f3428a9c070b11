package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.fixture.TexelObjects;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.engine.texture.Surface;
import org.offloadtck.engine.thread.LaunchShape;

/// Every form of instruction that compilers wrote into the corpus, as `opcodes.md` counts them, is
/// executed.
class InstructionFormsTest {

    private enum Outcome {
        EXECUTED,
        TRAPPED
    }

    /// A form in a minimal use.
    record Form(String name, String instruction) {

        static Form of(String row) {
            return new Form(
                    row.substring(0, row.indexOf('\t')), row.substring(row.lastIndexOf('\t') + 1));
        }
    }

    static Stream<Form> forms() {
        return Corpus.text("ptx/forms.tsv").lines().skip(1).map(Form::of);
    }

    /// The forms in the table of `opcodes.md`: what stands first in its rows, after its head.
    private static List<String> counted() {
        var text = Corpus.text("ptx/opcodes.md");
        int start = text.indexOf("\n## Opcode + modifiers");
        return text.substring(start, text.indexOf("\n## Special registers"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
    }

    @Test
    void theFormsAreThoseThatWereCountedInTheCorpus() {
        assertThat(counted()).hasSize(393);
        assertThat(forms().map(Form::name)).containsExactlyInAnyOrderElementsOf(counted());
    }

    @Test
    void allFormsAreExecuted() {
        Map<Outcome, Long> outcomes =
                forms().collect(
                                Collectors.groupingBy(
                                        InstructionFormsTest::outcome,
                                        TreeMap::new,
                                        Collectors.counting()));

        assertThat(outcomes)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(Outcome.EXECUTED, 391L, Outcome.TRAPPED, 2L));
    }

    static Stream<Form> refused() {
        return Stream.of(
                        "txq.width.b32 %r1, [%rd1]",
                        "suq.width.b32 %r1, [%rd1]",
                        "sured.b.add.1d.u32.trap [%rd1, {%r1}], %r1",
                        "istypep.texref %p1, %rd1")
                .map(text -> new Form(text.substring(0, text.indexOf(' ')), text + ";"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNotSimulatedIsNamedWithItsPlace(Form form) {
        var image = TestDevice.of("a.ptx", kernel(form)).image();

        assertThatExceptionOfType(UnsupportedKernelException.class)
                .isThrownBy(() -> image.kernel("k"))
                .withMessage(
                        "a.ptx:25:1: instruction '%s' is not simulated; kernel 'k' contains it",
                        form.name());
    }

    private static Outcome outcome(Form form) {
        var machine = TestDevice.of("a.ptx", kernel(form));
        var grid = TexelObjects.grid(machine.allocate("texels", 512), TexelObjects.WORD, 8);
        boolean isSurface = form.name().startsWith("su");
        long handle =
                machine.image()
                        .memory()
                        .textures()
                        .add(isSurface ? new Surface(grid) : TexelObjects.texture(grid));
        try {
            var kernel = machine.image().kernel("k").orElseThrow();
            int threads = form.name().startsWith("wmma") ? 32 : 1;
            machine.launch(kernel, LaunchShape.of(1, threads), handle);
            return Outcome.EXECUTED;
        } catch (KernelFaultException fault) {
            assertThat(fault.kind()).as(fault.getMessage()).isEqualTo(FaultKind.TRAP);
            return Outcome.TRAPPED;
        }
    }

    /// A kernel that executes the form once: `%rd` registers hold an address of the space that the
    /// form names, `%r` registers the mask of the only lane, an address in shared memory, or the
    /// stride of a matrix.
    private static String kernel(Form form) {
        var name = form.name();
        String space =
                name.startsWith("cp.")
                        ? "g"
                        : name.contains(".shared") ? "s" : name.contains(".local") ? "depot" : "g";
        boolean isOnTexels = name.matches("(tex|suld|sust)\\..*");
        String address =
                isOnTexels
                        ? "ld.param.u64 %rd1, [p];"
                        : "mov.u64 %rd1, " + (name.equals("call") ? "h;" : space + ";");
        int word =
                form.instruction().matches(".*\\[%r\\d.*")
                        ? 64
                        : name.startsWith("wmma") ? 16 : isOnTexels ? 4 : 1;
        return """
        .version 8.0
        .target sm_90
        .address_size 64
        .global .align 16 .b8 g[1024];
        .const .align 16 .b8 c[1024];
        .shared .align 16 .b8 s[1024];
        .func f() { ret; }
        .func h(.param .b64 q) { ret; }
        .visible .entry k(.param .u64 p)
        {
        .reg .pred %%p<9>; .reg .b16 %%rs<9>; .reg .b32 %%r<9>; .reg .b64 %%rd<9>;
        .reg .f32 %%f<9>; .reg .f64 %%fd<9>;
        .local .align 16 .b8 depot[1024];
        .param .b64 x;
        prototype: .callprototype _ (.param .b64 _);
        %s
        mov.u64 %%rd2, %%rd1;
        mov.u32 %%r1, %d;
        mov.u32 %%r2, %%r1;
        mov.u32 %%r3, %%r1;
        mov.u32 %%r4, 1;
        mov.u32 %%r5, 1;
        mov.f32 %%f1, 0f3F800000;
        mov.u16 %%rs1, 1;
        %s
        L:
        ret;
        }
        """
                .formatted(address, word, form.instruction());
    }
}
