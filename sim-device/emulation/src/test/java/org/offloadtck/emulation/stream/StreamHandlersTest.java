package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.HostCall;

class StreamHandlersTest {

    private static final int NON_BLOCKING = 1;

    @Test
    void keepsFlagsPriorityAndContext() {
        try (var program = ClientProgram.run().ready()) {
            long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            long stream =
                    program.ok(DriverFunction.CU_STREAM_CREATE_WITH_PRIORITY, NON_BLOCKING, -100);

            assertThat(program.ok(DriverFunction.CU_STREAM_GET_FLAGS, stream)).isEqualTo(1);
            assertThat(program.ok(DriverFunction.CU_STREAM_GET_PRIORITY, stream)).isEqualTo(-5);
            assertThat(program.ok(DriverFunction.CU_STREAM_GET_CTX, stream)).isEqualTo(context);
            assertThat(program.ok(DriverFunction.CU_STREAM_GET_ID, stream)).isEqualTo(3);
            assertThat(program.result(DriverFunction.CU_STREAM_CREATE, 2))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void aHandleOfSomethingElseIsFoundOut() {
        try (var program = ClientProgram.run().ready()) {
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);

            assertThat(program.result(DriverFunction.CU_STREAM_SYNCHRONIZE, event))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.result(DriverFunction.CU_EVENT_QUERY, stream))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.result(DriverFunction.CU_STREAM_QUERY, 0x7))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
        }
    }

    @Test
    void isGoneWhenItIsDestroyedAndDefaultOnesStay() {
        try (var program = ClientProgram.run().ready()) {
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);

            program.ok(DriverFunction.CU_STREAM_DESTROY, stream);
            assertThat(program.result(DriverFunction.CU_STREAM_DESTROY, stream))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            for (int handle = 0; handle <= 2; handle++) {
                program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, handle);
                assertThat(program.result(DriverFunction.CU_STREAM_DESTROY, handle))
                        .isEqualTo(DriverResult.INVALID_HANDLE);
            }
        }
    }

    @Test
    void isNotReadyWhileItWorks() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.SPIN, "spin");
            long idle = program.ok(DriverFunction.CU_STREAM_CREATE, NON_BLOCKING);
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            program.launch(kernel, 1, 1);
            program.ok(DriverFunction.CU_EVENT_RECORD, event, 0);

            assertThat(program.result(DriverFunction.CU_STREAM_QUERY, 0))
                    .isEqualTo(DriverResult.NOT_READY);
            assertThat(program.result(DriverFunction.CU_EVENT_QUERY, event))
                    .isEqualTo(DriverResult.NOT_READY);
            assertThat(program.result(DriverFunction.CU_EVENT_ELAPSED_TIME, event, event))
                    .isEqualTo(DriverResult.NOT_READY);
            program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, idle);
            program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, idle, event, 0);
            assertThat(program.result(DriverFunction.CU_STREAM_QUERY, idle))
                    .isEqualTo(DriverResult.NOT_READY);
        }
    }

    @Test
    void aCopyWaitsForBlockingStreamsOnly() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(4);
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, NON_BLOCKING);
            program.ok(
                    DriverFunction.CU_LAUNCH_KERNEL,
                    program.kernel(ClientKernels.SPIN, "spin"),
                    1,
                    1,
                    1,
                    1,
                    1,
                    1,
                    0,
                    stream,
                    new byte[0]);

            program.write(memory, 5);

            assertThat(program.read(memory, 1)).containsExactly(5);
        }
    }

    @Test
    void aHostCallIsDueWhenWhatCameBeforeHasEnded() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(4);
            program.write(data, 0);
            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, data);
            program.ok(DriverFunction.CU_LAUNCH_HOST_FUNC, 0, 1, 2);

            assertThat(program.result(DriverFunction.CU_STREAM_QUERY, 0))
                    .isEqualTo(DriverResult.NOT_READY);
            assertThat(program.nextHostCall())
                    .contains(
                            new HostCall.Due(
                                    new HostCall(HostCall.Form.HOST_FUNCTION, 1, 0, 2),
                                    DriverResult.SUCCESS));
            assertThat(program.at(data, 4).get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isOne();
        }
    }

    @Test
    void afterAFailureOnlyCallbacksAreCalledAndGetTheFailure() {
        try (var program = ClientProgram.run().ready()) {
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
            program.ok(DriverFunction.CU_LAUNCH_HOST_FUNC, stream, 0, 0);
            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, 0x10);
            program.ok(DriverFunction.CU_LAUNCH_HOST_FUNC, stream, 1, 2);
            program.ok(DriverFunction.CU_STREAM_ADD_CALLBACK, stream, 3, 4, 0);

            assertThat(program.nextHostCall()).isPresent();
            assertThat(program.nextHostCall())
                    .contains(
                            new HostCall.Due(
                                    new HostCall(HostCall.Form.CALLBACK, 3, stream, 4),
                                    DriverResult.ILLEGAL_ADDRESS));
        }
    }

    @Test
    void eachThreadHasItsOwnDefaultStream() {
        try (var program = ClientProgram.run().ready()) {
            long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            program.ok(
                    DriverFunction.CU_LAUNCH_KERNEL,
                    program.kernel(ClientKernels.SPIN, "spin"),
                    1,
                    1,
                    1,
                    1,
                    1,
                    1,
                    0,
                    2,
                    new byte[0]);
            var other = program.attach();
            other.call(ClientProgram.call(DriverFunction.CU_CTX_SET_CURRENT, List.of(context)));

            assertThat(program.result(DriverFunction.CU_STREAM_QUERY, 2))
                    .isEqualTo(DriverResult.NOT_READY);
            assertThat(
                            other.call(
                                            ClientProgram.call(
                                                    DriverFunction.CU_STREAM_QUERY, List.of(2)))
                                    .result())
                    .isEqualTo(DriverResult.SUCCESS);
        }
    }
}
