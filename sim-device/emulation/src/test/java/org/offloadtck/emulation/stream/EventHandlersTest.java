package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class EventHandlersTest {

    private static final int DISABLE_TIMING = 2;

    /// Milliseconds of one thread's `add` between two events.
    private static float elapsed() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(4);
            long kernel = program.kernel(ClientKernels.ADD, "add");
            long start = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            long end = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            program.ok(DriverFunction.CU_EVENT_RECORD, start, 0);
            program.launch(kernel, 1, 1, data);
            program.ok(DriverFunction.CU_EVENT_RECORD, end, 0);
            program.ok(DriverFunction.CU_EVENT_SYNCHRONIZE, end);

            long bits = program.ok(DriverFunction.CU_EVENT_ELAPSED_TIME, start, end);
            assertThat(
                            Float.intBitsToFloat(
                                    (int)
                                            program.ok(
                                                    DriverFunction.CU_EVENT_ELAPSED_TIME,
                                                    end,
                                                    start)))
                    .isNegative();
            return Float.intBitsToFloat((int) bits);
        }
    }

    /// Eight instructions and 1000 cycles at 1.59 GHz.
    @Test
    void tellsTheTimeOfTheWorkAlone() {
        assertThat(elapsed()).isEqualTo(elapsed()).isBetween(0.00062f, 0.00065f);
    }

    @Test
    void withoutATimeHasNoneToTell() {
        try (var program = ClientProgram.run().ready()) {
            long timed = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            long untimed = program.ok(DriverFunction.CU_EVENT_CREATE, DISABLE_TIMING);

            assertThat(program.result(DriverFunction.CU_EVENT_ELAPSED_TIME, timed, timed))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            program.ok(DriverFunction.CU_EVENT_RECORD, timed, 0);
            program.ok(DriverFunction.CU_EVENT_RECORD, untimed, 0);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            assertThat(program.result(DriverFunction.CU_EVENT_ELAPSED_TIME, timed, untimed))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            program.ok(DriverFunction.CU_EVENT_ELAPSED_TIME, timed, timed);
        }
    }

    @Test
    void thatWasNeverRecordedHoldsNobodyUp() {
        try (var program = ClientProgram.run().ready()) {
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);

            program.ok(DriverFunction.CU_EVENT_QUERY, event);
            program.ok(DriverFunction.CU_EVENT_SYNCHRONIZE, event);
            program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, 0, event, 0);
        }
    }

    @Test
    void isRecordedInItsOwnContext() {
        try (var program = ClientProgram.run("--devices", "2").ready()) {
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            program.ok(
                    DriverFunction.CU_CTX_SET_CURRENT,
                    program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1));

            assertThat(program.result(DriverFunction.CU_EVENT_RECORD, event, 0))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
        }
    }

    @Test
    void isGoneWhenItIsDestroyed() {
        try (var program = ClientProgram.run().ready()) {
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            program.ok(DriverFunction.CU_EVENT_DESTROY, event);

            assertThat(program.result(DriverFunction.CU_EVENT_DESTROY, event))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.result(DriverFunction.CU_STREAM_WAIT_EVENT, 0, event, 0))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
        }
    }
}
