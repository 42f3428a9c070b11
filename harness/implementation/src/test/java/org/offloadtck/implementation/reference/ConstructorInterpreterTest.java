package org.offloadtck.implementation.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.memory.HostSegment.Access;
import org.offloadtck.runtime.memory.SimulatedHostMemory;

final class ConstructorInterpreterTest {

    private static final long CODE = 0x1000;

    /// Runs machine code at 0x1000, with `__tgt_register_lib` at 0x2000 and `atexit` at 0x2010.
    private static List<String> run(String hex) {
        var memory = new SimulatedHostMemory();
        memory.load(".text", CODE, Access.READ_ONLY, HexFormat.of().parseHex(hex));
        var calls = new ArrayList<String>();
        var imports = Map.of(0x2000L, "__tgt_register_lib", 0x2010L, "atexit");
        new ConstructorInterpreter(
                        "a.out",
                        memory,
                        imports,
                        (function, argument) -> calls.add("%s(0x%x)".formatted(function, argument)))
                .call(CODE);
        return calls;
    }

    @Test
    void passesTheAddressThatLeaComputes() {
        // push rax; lea rdi,[rip+0x100]; call __tgt_register_lib; pop rax; ret
        var calls = run("50" + "488d3d00010000" + "e8f30f0000" + "58" + "c3");

        assertThat(calls).containsExactly("__tgt_register_lib(0x1108)");
    }

    @Test
    void aJumpOutOfTheFunctionIsItsLastCall() {
        // mov edi,1; jmp __tgt_register_lib; then nothing that could run
        assertThat(run("bf01000000" + "e9f60f0000")).containsExactly("__tgt_register_lib(0x1)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0f05       | 0x1000: byte is 0x0f when it should begin an instruction of a constructor
                    e8fb1f0000 | 0x3000: call goes here when it should go to the runtime
                    """)
    void rejectsInstructionsThatNoConstructorHas(String hex, String problem) {
        assertThatThrownBy(() -> run(hex))
                .isInstanceOf(HostFaultException.class)
                .hasMessage("a.out: " + problem);
    }

    @Test
    void stopsAFunctionThatDoesNotReturn() {
        assertThatThrownBy(() -> run("50".repeat(100)))
                .isInstanceOf(HostFaultException.class)
                .hasMessageEndingWith("function has not returned after 64 instructions");
    }

    @Test
    void codeThatLeavesItsSectionIsAFaultOfMemory() {
        assertThatThrownBy(() -> run("50")).isInstanceOf(OffloadException.class);
    }
}
