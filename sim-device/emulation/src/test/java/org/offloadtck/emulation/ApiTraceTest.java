package org.offloadtck.emulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.api.DriverFunction;

class ApiTraceTest {

    private static ClientProgram traced() {
        return ClientProgram.run("--api-trace").ready();
    }

    private static String line(ClientProgram program, DriverFunction function, Object... inputs) {
        return program.call(function, inputs).diagnostics();
    }

    @Test
    void showsArgumentsByNameAndOutputsBehindArrows() {
        try (var program = traced()) {
            assertThat(line(program, DriverFunction.CU_MEM_ALLOC, 4096))
                    .isEqualTo(
                            "cuMemAlloc_v2(dptr=-> 0x200000000000, bytesize=4096) ="
                                    + " CUDA_SUCCESS\n");
            assertThat(line(program, DriverFunction.CU_DEVICE_GET_NAME, 20, 0))
                    .isEqualTo(
                            "cuDeviceGetName(name=-> \"Simulated NVIDIA T4\", len=20, dev=0) ="
                                    + " CUDA_SUCCESS\n");
        }
    }

    @Test
    void showsImagesBySize() {
        try (var program = traced()) {
            assertThat(line(program, DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD))
                    .startsWith("cuModuleLoadData(module=-> 0x20000000010, image=[")
                    .endsWith(" bytes]) = CUDA_SUCCESS\n");
        }
    }

    @Test
    void saysWhichHandleIsBad() {
        try (var program = traced()) {
            assertThat(line(program, DriverFunction.CU_STREAM_SYNCHRONIZE, 7))
                    .isEqualTo(
                            "cuStreamSynchronize(hStream=0x7) = CUDA_ERROR_INVALID_HANDLE"
                                    + " (hStream=0x7 is not a stream of this process)\n");
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            assertThat(line(program, DriverFunction.CU_STREAM_QUERY, event))
                    .contains("(hStream=0x50000000010 is an event)");
            program.ok(DriverFunction.CU_EVENT_DESTROY, event);
            assertThat(line(program, DriverFunction.CU_EVENT_QUERY, event))
                    .contains("(hEvent=0x50000000010 is an event that was destroyed)");
        }
    }

    @Test
    void saysWhichAddressIsBad() {
        try (var program = traced()) {
            long memory = program.allocate(16);

            assertThat(line(program, DriverFunction.CU_MEMCPY_HTOD, memory + 8, 0x7000, 16))
                    .contains(
                            "(dstDevice=0x200000000008 has no 16 bytes of memory: 0x200000000008"
                                    + " is partly in, by 8 bytes, 'cuMemAlloc_v2' (16 bytes at"
                                    + " 0x200000000000))");
            program.ok(DriverFunction.CU_MEM_FREE, memory);
            assertThat(line(program, DriverFunction.CU_MEM_FREE, memory))
                    .contains(
                            "(dptr=0x200000000000 is not an allocation: it is 0 bytes into"
                                    + " 'cuMemAlloc_v2' (16 bytes at 0x200000000000), which is"
                                    + " freed)");
        }
    }

    @Test
    void badHandlesAreFindingsOfTheRun() {
        try (var program = ClientProgram.run("--fail-on-findings").ready()) {
            assertThat(program.call(DriverFunction.CU_STREAM_SYNCHRONIZE, 7).diagnostics())
                    .isEmpty();
            program.call(DriverFunction.CU_MEM_ALLOC, 0);

            var closing = program.finish();
            assertThat(closing.report())
                    .contains("cuStreamSynchronize")
                    .contains("hStream=0x7 is not a stream of this process")
                    .doesNotContain("cuMemAlloc");
            assertThat(closing.exitStatus()).isEqualTo(1);
        }
    }
}
