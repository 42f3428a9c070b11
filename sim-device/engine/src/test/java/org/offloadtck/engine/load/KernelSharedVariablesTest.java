package org.offloadtck.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.ptx.text.PtxParser;

class KernelSharedVariablesTest {

    private static final String TWO_KERNELS =
            """
            .version 7.8
            .target sm_75
            .address_size 64
            .weak .shared .b32 ofFirst[100];
            .weak .shared .b32 ofSecond[2];
            .shared .b32 ofBoth[4];
            .shared .b32 ofFunction;
            .shared .b32 ofVariable;
            .global .u64 pointer = generic(ofVariable);
            .func f() { st.shared.u32 [ofFunction], 1; ret; }
            .visible .entry first() {
              st.shared.u32 [ofFirst + 396], 1; st.shared.u32 [ofBoth], 1;
              st.shared.u32 [ofVariable], 1;
              ret; }
            .visible .entry second() {
              st.shared.u32 [ofSecond + 4], 1; st.shared.u32 [ofBoth], 1;
              call f, ();
              ret; }
            """;

    private static LoadedProgram load(String text) {
        return ProgramLoader.load(
                PtxParser.parse("two.ptx", text), GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto()));
    }

    /// 24 bytes of variables that others refer to, too, precede those of the kernel.
    @Test
    void aKernelHasMemoryForTheVariablesThatItAloneRefersTo() {
        var program = load(TWO_KERNELS);

        assertThat(program.kernel("first").orElseThrow().sharedBytes()).isEqualTo(24 + 400);
        assertThat(program.kernel("second").orElseThrow().sharedBytes()).isEqualTo(24 + 8);
        assertThat(program.sharedVariables("second"))
                .extracting(PlacedVariable::name)
                .containsExactlyInAnyOrder("ofBoth", "ofFunction", "ofVariable", "ofSecond");
    }

    @Test
    void theOnlyKernelHasMemoryForAll() {
        var program = load(TWO_KERNELS.substring(0, TWO_KERNELS.indexOf(".visible .entry second")));

        assertThat(program.kernel("first").orElseThrow().sharedBytes())
                .isEqualTo(400 + 8 + 16 + 4 + 4);
    }
}
