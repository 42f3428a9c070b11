package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.OpenMpLaunch;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.ptx.ir.DebugLocation.SourceLine;

/// A fault states the line of the source if the PTX has it.
class SourceLineTest {

    private static KernelFaultException fault(TestDevice machine) {
        return catchThrowableOfType(KernelFaultException.class, () -> machine.words(1));
    }

    @Test
    void aFaultInCodeOfClangHasItsLine() {
        String path = "faults/out_of_bounds.O2.sm75.ptx";
        var machine = TestDevice.of(path, Corpus.text(path));
        int n = 100;
        var x = machine.allocate("x", 4L * n);

        var fault =
                catchThrowableOfType(
                        KernelFaultException.class,
                        () -> new OpenMpLaunch(machine).run(1, 128, (long) n, x));

        assertThat(fault.location().line()).contains(new SourceLine("./out_of_bounds.cpp", 3, 10));
        assertThat(fault)
                .hasMessageStartingWith(
                        path + ":" + fault.location().span() + " (./out_of_bounds.cpp:3): ")
                .hasMessageContaining("thread (100, 0, 0): store of 4 bytes at ")
                .hasMessageContaining(" is 0 bytes past the end of 'x' (400 bytes at ");
    }

    @Test
    void aFaultInInlinedCodeHasTheCallsToo() {
        var text =
                TestDevice.kernel(
                                "",
                                """
                                .loc 1 20 3
                                .loc 1 9 5, function_name put, inlined_at 1 20 3
                                trap;
                                """)
                        + "\n.file 1 \"a.cpp\"\n";

        assertThat(fault(TestDevice.of("a.ptx", text)))
                .hasMessageStartingWith("a.ptx:18:1 (a.cpp:9, inlined at a.cpp:20): k CTA");
    }

    @Test
    void lineZeroIsNone() {
        var text = TestDevice.kernel("", ".loc 1 0 3\ntrap;") + "\n.file 1 \"a.cpp\"\n";

        var fault = fault(TestDevice.of("a.ptx", text));

        assertThat(fault.location().line()).isEmpty();
        assertThat(fault).hasMessageStartingWith("a.ptx:17:1: k CTA");
    }
}
