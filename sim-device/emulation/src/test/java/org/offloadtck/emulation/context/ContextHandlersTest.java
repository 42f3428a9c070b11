package org.offloadtck.emulation.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class ContextHandlersTest {

    private static final int STACK_SIZE = 0;
    private static final int MALLOC_HEAP_SIZE = 2;

    @Test
    void aThreadBeginsWithoutOne() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);

            assertThat(program.ok(DriverFunction.CU_CTX_GET_CURRENT)).isZero();
            assertThat(program.result(DriverFunction.CU_CTX_GET_DEVICE))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, 4))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
            assertThat(program.result(DriverFunction.CU_CTX_POP_CURRENT))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
        }
    }

    @Test
    void thoseCreatedFormAStack() {
        try (var program = ClientProgram.run("--devices", "2")) {
            program.ok(DriverFunction.CU_INIT, 0);
            long first = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
            long second = program.ok(DriverFunction.CU_CTX_CREATE, 0, 1);

            assertThat(program.ok(DriverFunction.CU_CTX_GET_DEVICE)).isEqualTo(1);
            assertThat(program.ok(DriverFunction.CU_CTX_POP_CURRENT)).isEqualTo(second);
            assertThat(program.ok(DriverFunction.CU_CTX_GET_CURRENT)).isEqualTo(first);
            program.ok(DriverFunction.CU_CTX_PUSH_CURRENT, second);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, 0);
            assertThat(program.ok(DriverFunction.CU_CTX_GET_CURRENT)).isEqualTo(first);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, second);
            assertThat(program.ok(DriverFunction.CU_CTX_POP_CURRENT)).isEqualTo(second);
            assertThat(program.ok(DriverFunction.CU_CTX_GET_CURRENT)).isZero();
        }
    }

    @Test
    void thePrimaryOneLivesWhileItIsRetained() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);
            assertThat(state(program)).containsExactly(0L, 0L);
            program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_SET_FLAGS, 0, 4);

            long context = program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 0);
            assertThat(program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 0))
                    .isEqualTo(context);
            assertThat(state(program)).containsExactly(4L, 1L);
            program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RELEASE, 0);
            assertThat(state(program)).containsExactly(4L, 1L);
            program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RELEASE, 0);

            assertThat(state(program)).containsExactly(0L, 0L);
            assertThat(program.result(DriverFunction.CU_DEVICE_PRIMARY_CTX_RELEASE, 0))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
            assertThat(program.result(DriverFunction.CU_CTX_SET_CURRENT, context))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
        }
    }

    private static List<Long> state(ClientProgram program) {
        return program.call(DriverFunction.CU_DEVICE_PRIMARY_CTX_GET_STATE, 0).outputs();
    }

    @Test
    void thePrimaryOneIsNotDestroyedButReset() {
        try (var program = ClientProgram.run().ready()) {
            long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            assertThat(program.result(DriverFunction.CU_CTX_DESTROY, context))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);

            program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RESET, 0);

            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, 4))
                    .isEqualTo(DriverResult.CONTEXT_IS_DESTROYED);
        }
    }

    @Test
    void whatItHadGoesWithIt() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);
            long context = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
            long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long memory = program.allocate(1 << 20);
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
            long event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
            long kernel = program.kernel(ClientKernels.ADD, "add");

            program.ok(DriverFunction.CU_CTX_DESTROY, context);

            assertThat(program.ok(DriverFunction.CU_CTX_GET_CURRENT)).isZero();
            program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
            assertThat(program.result(DriverFunction.CU_MEM_FREE, memory))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_STREAM_SYNCHRONIZE, stream))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.result(DriverFunction.CU_EVENT_QUERY, event))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.launch(kernel, 1, 1, 0).result())
                    .isEqualTo(DriverResult.INVALID_HANDLE);
        }
    }

    @Test
    void anotherThreadsCurrentOneMayBeDestroyed() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);
            long context = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
            var other = program.attach();
            other.call(ClientProgram.call(DriverFunction.CU_CTX_SET_CURRENT, List.of(context)));

            program.ok(DriverFunction.CU_CTX_DESTROY, context);

            assertThat(
                            other.call(ClientProgram.call(DriverFunction.CU_MEM_ALLOC, List.of(4)))
                                    .result())
                    .isEqualTo(DriverResult.CONTEXT_IS_DESTROYED);
        }
    }

    @Test
    void limitsAreKept() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(program.ok(DriverFunction.CU_CTX_GET_LIMIT, STACK_SIZE)).isEqualTo(1024);
            assertThat(program.ok(DriverFunction.CU_CTX_GET_LIMIT, MALLOC_HEAP_SIZE))
                    .isEqualTo(8 << 20);

            program.ok(DriverFunction.CU_CTX_SET_LIMIT, STACK_SIZE, 4096);

            assertThat(program.ok(DriverFunction.CU_CTX_GET_LIMIT, STACK_SIZE)).isEqualTo(4096);
            assertThat(program.result(DriverFunction.CU_CTX_SET_LIMIT, STACK_SIZE, 1 << 20))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_CTX_GET_LIMIT, 99))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    /// The values of an H200, and what its driver makes of others.
    @ParameterizedTest(name = "limit {0}: {1} initially, {2} becomes {3}")
    @CsvSource({
        "0, 1024, 1025, 1040",
        "1, 8650752, 100, 524288",
        "1, 8650752, 10000000, 10000128",
        "2, 8388608, 1, 4194304",
        "2, 8388608, 10000000, 10027008",
        "4, 2048, 1, 32",
        "5, 64, 100, 100"
    })
    void limitsAreRoundedAndBounded(int limit, long initial, long set, long effective) {
        try (var program = ClientProgram.run("--device", "h200").ready()) {
            assertThat(program.ok(DriverFunction.CU_CTX_GET_LIMIT, limit)).isEqualTo(initial);

            program.ok(DriverFunction.CU_CTX_SET_LIMIT, limit, set);

            assertThat(program.ok(DriverFunction.CU_CTX_GET_LIMIT, limit)).isEqualTo(effective);
        }
    }

    @Test
    void depthOfSynchronizationIsALimitOfEarlierDevices() {
        try (var old = ClientProgram.run("--device", "t4").ready();
                var recent = ClientProgram.run("--device", "h200").ready()) {
            assertThat(old.ok(DriverFunction.CU_CTX_GET_LIMIT, 3)).isEqualTo(2);
            assertThat(recent.result(DriverFunction.CU_CTX_GET_LIMIT, 3))
                    .isEqualTo(DriverResult.UNSUPPORTED_LIMIT);
        }
    }

    @Test
    void theHeapsSizeIsSettledByTheFirstCallOfMalloc() {
        try (var program = ClientProgram.run().ready()) {
            program.ok(DriverFunction.CU_CTX_SET_LIMIT, MALLOC_HEAP_SIZE, 1 << 20);
            long data = program.allocate(8);
            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, data);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            program.ok(DriverFunction.CU_CTX_SET_LIMIT, MALLOC_HEAP_SIZE, 5 << 20);
            program.launch(program.kernel(ClientKernels.MALLOC, "allocate"), 1, 1, data);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.result(DriverFunction.CU_CTX_SET_LIMIT, MALLOC_HEAP_SIZE, 2 << 20))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void flagsAreChecked() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);

            assertThat(program.result(DriverFunction.CU_CTX_CREATE, 0x1000, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_CTX_CREATE, 3, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_CTX_CREATE, 4 | 8, 0);
            assertThat(program.ok(DriverFunction.CU_CTX_GET_FLAGS)).isEqualTo(12);
        }
    }

    @Test
    void peersAreEnabledOnce() {
        try (var program = ClientProgram.run("--devices", "2").ready()) {
            long own = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            long peer = program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1);

            assertThat(program.ok(DriverFunction.CU_DEVICE_CAN_ACCESS_PEER, 0, 1)).isEqualTo(1);
            assertThat(program.ok(DriverFunction.CU_DEVICE_CAN_ACCESS_PEER, 0, 0)).isZero();
            program.ok(DriverFunction.CU_CTX_ENABLE_PEER_ACCESS, peer, 0);
            assertThat(program.result(DriverFunction.CU_CTX_ENABLE_PEER_ACCESS, peer, 0))
                    .isEqualTo(DriverResult.PEER_ACCESS_ALREADY_ENABLED);
            assertThat(program.result(DriverFunction.CU_CTX_ENABLE_PEER_ACCESS, own, 0))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
            program.ok(DriverFunction.CU_CTX_DISABLE_PEER_ACCESS, peer);
            assertThat(program.result(DriverFunction.CU_CTX_DISABLE_PEER_ACCESS, peer))
                    .isEqualTo(DriverResult.PEER_ACCESS_NOT_ENABLED);
        }
    }
}
