package org.offloadtck.emulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class DeviceFaultTest {

    private static final String BEYOND = "st.global.u32 [%rd0+64], %r0;";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "st.global.u32 [%rd0+64], %r0;           | ILLEGAL_ADDRESS",
                "mov.u64 %rd1, 0; ld.u32 %r1, [%rd1];    | ILLEGAL_ADDRESS",
                "st.global.u32 [%rd0+2], %r0;            | MISALIGNED_ADDRESS",
                "trap;                                   | LAUNCH_FAILED",
                "mov.u64 %rd1, 0x100000000; st.global.u32 [%rd1], %r0; | INVALID_ADDRESS_SPACE",
                "bar.warp.sync 0xffff0000;                | ILLEGAL_INSTRUCTION",
            })
    void isReportedByTheCallThatWaits(String body, DriverResult result) {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(64);

            assertThat(
                            program.launch(
                                            program.kernel(ClientKernels.kernel(body), "k"),
                                            1,
                                            1,
                                            data)
                                    .result())
                    .isEqualTo(DriverResult.SUCCESS);
            assertThat(program.result(DriverFunction.CU_STREAM_SYNCHRONIZE, 0)).isEqualTo(result);
        }
    }

    @Test
    void endsTheContextForGood() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(64);
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            long kernel = program.kernel(ClientKernels.kernel(BEYOND), "k");
            program.launch(kernel, 1, 1, data);
            program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            var gone = DriverResult.ILLEGAL_ADDRESS;
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, 4)).isEqualTo(gone);
            assertThat(program.result(DriverFunction.CU_MEM_FREE, data)).isEqualTo(gone);
            assertThat(program.result(DriverFunction.CU_STREAM_QUERY, stream)).isEqualTo(gone);
            assertThat(program.result(DriverFunction.CU_EVENT_RECORD, event, 0)).isEqualTo(gone);
            assertThat(program.launch(kernel, 1, 1, data).result()).isEqualTo(gone);
            assertThat(program.result(DriverFunction.CU_MEMCPY_DTOH, 0x7000, data, 4))
                    .isEqualTo(gone);
            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD))
                    .isEqualTo(gone);
        }
    }

    /// As on an H200 with driver 580.159.
    @Test
    void leavesTheProcessNoContextOfTheDevice() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(64);
            program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            program.call(DriverFunction.CU_CTX_SYNCHRONIZE);
            var gone = DriverResult.ILLEGAL_ADDRESS;

            program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 0);
            program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RESET, 0);

            assertThat(program.result(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 0))
                    .isEqualTo(gone);
            assertThat(program.result(DriverFunction.CU_CTX_CREATE, 0, 0)).isEqualTo(gone);
        }
    }

    /// As on an H200 with driver 580.159.
    @Test
    void endsAllContextsOfTheDevice() {
        try (var program = ClientProgram.run().ready()) {
            long other = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
            program.ok(DriverFunction.CU_CTX_POP_CURRENT);
            long data = program.allocate(64);
            program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            program.ok(DriverFunction.CU_CTX_SET_CURRENT, other);
            assertThat(program.result(DriverFunction.CU_CTX_SYNCHRONIZE))
                    .isEqualTo(DriverResult.ILLEGAL_ADDRESS);
        }
    }

    @Test
    void leavesOtherDevicesAlone() {
        try (var program = ClientProgram.run("--devices", "2").ready()) {
            long data = program.allocate(64);
            program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            program.ok(
                    DriverFunction.CU_CTX_SET_CURRENT,
                    program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1));
            program.ok(DriverFunction.CU_MEM_FREE, program.allocate(64));
        }
    }

    @Test
    void dropsTheWorkBehindIt() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(64);
            program.write(data, 1);
            program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            program.call(DriverFunction.CU_MEMSET_D32, data, 9, 1);
            program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.at(data, 4).get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(1);
        }
    }

    /// The line is that of an H200 with driver 580.159.
    @Test
    void anAssertionHasItsLineOnStandardError() {
        try (var program = ClientProgram.run().ready()) {
            program.launch(program.kernel(ClientKernels.ASSERT, "k"), 1, 1);
            var reply = program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(reply.result()).isEqualTo(DriverResult.ASSERT);
            assertThat(reply.diagnostics())
                    .isEqualTo(
                            "a.c:7: main: block: [0,0,0], thread: [0,0,0] Assertion `x>0` failed.\n");
        }
    }

    @Test
    void isInTheRunsReport() {
        try (var program = ClientProgram.run("--device", "t4", "--fail-on-findings").ready()) {
            long data = program.allocate(64);
            program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            var reply = program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(reply.diagnostics()).isEmpty();
            var closing = program.finish();
            assertThat(closing.exitStatus()).isEqualTo(1);
            assertThat(closing.report()).contains("store of 4 bytes").contains("cuMemAlloc_v2");
        }
    }

    /// The program cannot free memory after a fault: `cuMemFree` returns the error of the fault.
    @Test
    void memoryThatCannotBeFreedAfterItIsNoLeak() {
        try (var program = ClientProgram.run("--device", "t4", "--check=leakcheck").ready()) {
            long data = program.allocate(64);
            program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.finish().report())
                    .contains("store of 4 bytes")
                    .doesNotContain("never freed");
        }
    }

    @Test
    void isSaidByAProcessThatNobodyWatches() {
        try (var program = ClientProgram.alone().ready()) {
            long data = program.allocate(64);
            var launch =
                    program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            var end = program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(launch.diagnostics() + end.diagnostics())
                    .startsWith("offload-tck: module 1:")
                    .contains("store of 4 bytes")
                    .endsWith("\n");
            assertThat(program.call(DriverFunction.CU_CTX_SYNCHRONIZE).diagnostics()).isEmpty();
        }
    }

    @Test
    void isSaidByTheFirstCallThatReturnsIt() {
        try (var program = ClientProgram.alone().ready()) {
            long data = program.allocate(64);
            program.launch(program.kernel(ClientKernels.kernel(BEYOND), "k"), 1, 1, data);
            var query = program.call(DriverFunction.CU_STREAM_QUERY, 0L);
            while (query.result() == DriverResult.NOT_READY) {
                query = program.call(DriverFunction.CU_STREAM_QUERY, 0L);
            }

            assertThat(query.diagnostics()).contains("store of 4 bytes");
            assertThat(program.call(DriverFunction.CU_CTX_SYNCHRONIZE).diagnostics()).isEmpty();
        }
    }
}
