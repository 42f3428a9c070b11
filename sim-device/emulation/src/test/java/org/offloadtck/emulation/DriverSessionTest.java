package org.offloadtck.emulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.memory.PointerAttribute;
import org.offloadtck.engine.memory.AddressSpace;

class DriverSessionTest {

    @Test
    void endsThoughAKernelDoesNot() throws Exception {
        var program = ClientProgram.run().ready();
        program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, program.allocate(4));
        program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
        program.launch(program.kernel(ClientKernels.SPIN, "spin"), 1, 1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> program.result(DriverFunction.CU_CTX_SYNCHRONIZE));

            var closing = program.finish();

            assertThat(waiting.get()).isIn(DriverResult.DEINITIALIZED, DriverResult.LAUNCH_TIMEOUT);
            assertThat(closing.report()).contains("add");
            assertThat(closing.exitStatus()).isZero();
        }
        assertThat(program.result(DriverFunction.CU_DEVICE_GET_COUNT))
                .isEqualTo(DriverResult.DEINITIALIZED);
    }

    @Test
    void oneThreadsWaitDoesNotHoldUpAnother() {
        try (var program = ClientProgram.run().ready();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            program.launch(program.kernel(ClientKernels.SPIN, "spin"), 1, 1);
            var waiting = threads.submit(() -> program.result(DriverFunction.CU_CTX_SYNCHRONIZE));
            var other = program.attach();

            assertThat(
                            other.call(
                                            ClientProgram.call(
                                                    DriverFunction.CU_DEVICE_GET_COUNT, List.of()))
                                    .outputs())
                    .containsExactly(1L);
            program.finish();
            assertThat(waiting).succeedsWithin(Duration.ofMinutes(1));
        }
    }

    @Test
    void threadsWorkSideBySide() throws Exception {
        try (var program = ClientProgram.run().ready();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            long kernel = program.kernel(ClientKernels.ADD, "add");
            var tasks = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < 8; i++) {
                tasks.add(() -> new Adder(program, context, kernel).add(20));
            }

            for (var sum : threads.invokeAll(tasks)) {
                assertThat(sum.get()).isEqualTo(20);
            }
        }
    }

    /// A thread that adds by launching `add` on an int of its own.
    private record Adder(ClientProgram program, long context, long kernel) {

        int add(int times) {
            try (var thread = program.attach()) {
                thread.call(
                        ClientProgram.call(DriverFunction.CU_CTX_SET_CURRENT, List.of(context)));
                long stream = output(thread, DriverFunction.CU_STREAM_CREATE, 1);
                long data = output(thread, DriverFunction.CU_MEM_ALLOC, 4);
                output(thread, DriverFunction.CU_MEMSET_D32_ASYNC, data, 0, 1, stream);
                for (int i = 0; i < times; i++) {
                    output(
                            thread,
                            DriverFunction.CU_LAUNCH_KERNEL,
                            kernel,
                            1,
                            1,
                            1,
                            1,
                            1,
                            1,
                            0,
                            stream,
                            PointerAttribute.bytes(data, 8));
                }
                output(thread, DriverFunction.CU_STREAM_SYNCHRONIZE, stream);
                return program.at(data, 4).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            }
        }

        private static long output(DriverThread thread, DriverFunction function, Object... in) {
            var reply = thread.call(ClientProgram.call(function, List.of(in)));
            assertThat(reply.result()).isEqualTo(DriverResult.SUCCESS);
            return reply.outputs().isEmpty() ? 0 : reply.outputs().getFirst();
        }
    }

    @Test
    void reportsWhatWasLaunched() {
        try (var program = ClientProgram.run("--device", "t4", "--report", "r.json").ready()) {
            long data = program.allocate(4);
            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, data);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            var closing = program.finish();

            assertThat(closing.files().get("r.json")).contains("\"add\"");
            assertThat(closing.report()).contains("add");
        }
    }

    @Test
    void profilesLaunchesOfOneConfigurationTogether() {
        try (var program = ClientProgram.run("--profile-out", "profile/").ready()) {
            long data = program.allocate(4);
            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, data);
            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, data);
            program.launch(program.kernel(ClientKernels.ADD, "add"), 2, 1, data);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            var closing = program.finish();

            assertThat(closing.files())
                    .containsOnlyKeys(
                            "profile/",
                            "profile/profile.html",
                            "profile/profile.json",
                            "profile/profile.txt");
            assertThat(closing.files().get("profile/profile.json")).contains("\"launches\": 2,");
            assertThat(closing.report())
                    .contains("profile of add<<<1, 1>>>: 2 launches")
                    .contains("profile of add<<<2, 1>>>: 1 launch,");
        }
    }

    @Test
    void reportsMemoryThatWasNotFreedWhenAsked() {
        try (var program = ClientProgram.run("--check", "leaks", "--fail-on-findings").ready()) {
            program.ok(DriverFunction.CU_MEM_FREE, program.allocate(77));
            program.allocate(4321);

            var closing = program.finish();

            assertThat(closing.report())
                    .contains("leak: 4,321 bytes of cuMemAlloc_v2")
                    .doesNotContain("77");
            assertThat(closing.exitStatus()).isEqualTo(1);
        }
    }

    /// A runtime unloads its modules before its context is destroyed.
    @Test
    void aLeakNamesTheVariableThatPointedToIt() {
        try (var program = ClientProgram.run("--check", "leaks").ready()) {
            long module =
                    program.ok(
                            DriverFunction.CU_MODULE_LOAD_DATA,
                            ".version 7.0\n.target sm_75\n.address_size 64\n"
                                    + ".visible .global .align 8 .b8 environment[24];");
            long variable = program.ok(DriverFunction.CU_MODULE_GET_GLOBAL, module, "environment");
            long table = program.allocate(16);
            program.write(variable + 16, (int) table, (int) (table >>> 32));
            program.ok(DriverFunction.CU_MODULE_UNLOAD, module);

            assertThat(program.finish().report())
                    .contains(
                            "leak: 16 bytes of cuMemAlloc_v2 on device 0, to which 'environment'"
                                    + " pointed, were never freed\n");
        }
    }

    @Test
    void itsArenaGrowsWithItsMemory() {
        try (var program = ClientProgram.run().ready()) {
            var before = program.session().arenaTop();
            long memory = program.allocate(100_000);
            var after = program.session().arenaTop();

            assertThat(after.device())
                    .isGreaterThanOrEqualTo(before.device() + 100_000)
                    .isGreaterThan(memory - AddressSpace.GLOBAL);
            assertThat(after.shared()).isEqualTo(before.shared());

            long pinned = program.ok(DriverFunction.CU_MEM_ALLOC_HOST, 100_000);

            assertThat(program.session().arenaTop().shared())
                    .isGreaterThanOrEqualTo(after.shared() + 100_000)
                    .isGreaterThan(pinned - AddressSpace.GLOBAL);
            assertThat(program.session().arenaTop().device()).isEqualTo(after.device());
        }
    }
}
