package org.offloadtck.driver.emulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.emulation.Command.Pattern;
import org.offloadtck.driver.emulation.Command.Rectangle;
import org.offloadtck.driver.inject.Injections;
import org.offloadtck.driver.report.Run;
import org.offloadtck.driver.report.RunOptions;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.memory.GlobalMemory;

class WorkerTest {

    private static final int NON_BLOCKING = 1;

    @Test
    void the_host_ends_a_kernel_that_waits_for_it() {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            launchWait(program, flag);

            program.at(flag, 4).set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1);

            program.ok(DriverCall.CU_CTX_SYNCHRONIZE);
        }
    }

    /// @return the stream it runs in
    private static long launchWait(ClientProgram program, long flag) {
        long stream = program.ok(DriverCall.CU_STREAM_CREATE, NON_BLOCKING);
        program.ok(
                DriverCall.CU_LAUNCH_KERNEL,
                program.kernel(Ptx.WAIT, "wait"),
                1,
                1,
                1,
                1,
                1,
                1,
                0,
                stream,
                PointerAttribute.bytes(flag, 8));
        return stream;
    }

    @Test
    void a_fill_of_what_another_stream_has_freed_is_a_fault() {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            long memory = program.ok(DriverCall.CU_MEM_ALLOC_ASYNC, 64, 0);
            long busy = launchWait(program, flag);
            long idle = program.ok(DriverCall.CU_STREAM_CREATE, NON_BLOCKING);
            program.ok(DriverCall.CU_MEMSET_D8_ASYNC, memory, 0, 64, busy);

            program.ok(DriverCall.CU_MEM_FREE_ASYNC, memory, idle);
            program.at(flag, 4).set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1);

            assertThat(program.result(DriverCall.CU_CTX_SYNCHRONIZE))
                    .isEqualTo(DriverResult.ILLEGAL_ADDRESS);
        }
    }

    @Test
    void a_fault_of_the_simulators_own_holds_nobody_up() {
        var run = new Run(RunOptions.defaults());
        var watch = new Watch(run, run.joined("test"), Watch.Reader.REPORT);
        try (var machine =
                new Machine(
                        GlobalMemory.ofCapacity(1 << 20),
                        List.of(DeviceSpec.h100()),
                        new Injections(List.of()),
                        watch)) {
            var context = machine.createContext(machine.gpus().getFirst(), Context.Kind.CREATED);
            var owner = new Ledger.Owner(context, 0);
            var block = machine.ledger().allocate("test", 64, Block.Kind.DEVICE, owner);
            var impossible = new Rectangle(block.address(), 0, -1, 1);
            machine.lock().lock();
            try {
                var worker = machine.worker();
                long ticket =
                        worker.submit(new Command.Fill(context, impossible, new Pattern(0, 1)));

                assertThatThrownBy(() -> worker.await(ticket))
                        .isInstanceOf(IllegalStateException.class)
                        .hasRootCauseInstanceOf(IndexOutOfBoundsException.class);
                worker.await(ticket);
                assertThat(context.failure())
                        .hasValueSatisfying(failure ->
                                assertThat(failure.result()).isEqualTo(DriverResult.UNKNOWN));
            } finally {
                machine.lock().unlock();
            }
        }
    }
}
