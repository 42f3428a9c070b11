package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// Stores to constants through addresses of global memory. They succeed on an H200 (case
/// `const_store`, 2026-11-26), and programs clear constants so: hashcat 6.2.6 passes the address of
/// `cuModuleGetGlobal` to a kernel.
class ConstantMemoryTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | st.u32 [%rd1], 7;",
                "1 | ld.u32 %r1, [%rd1]; st.u32 [%rd1], 7;",
                "32 | ld.u32 %r1, [%rd1]; st.u32 [%rd1], 7;",
                "32 | st.global.u32 [%rd1], 7;",
                "1 | atom.global.add.u32 %r1, [%rd1], 2;",
            })
    void aKernelStoresToAConstantThroughItsAddress(int threads, String body) {
        var machine =
                TestDevice.of(
                        "test.ptx",
                        TestDevice.kernel(
                                ".const .u32 c = 5;", "ld.param.u64 %rd1, [out];\n" + body));
        var constant = machine.image().variable("c").orElseThrow();
        machine.launch(machine.kernel(), LaunchShape.of(1, threads), constant);

        assertThat(machine.ints(constant)).containsExactly(7);
    }
}
