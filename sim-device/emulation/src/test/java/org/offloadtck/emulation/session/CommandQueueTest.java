package org.offloadtck.emulation.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.fallback.ProcessFiles;
import org.offloadtck.emulation.inject.FaultInjector;
import org.offloadtck.emulation.memory.PointerAttribute;
import org.offloadtck.emulation.queue.ProcessRecorder;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Pattern;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.run.ExecOptions;
import org.offloadtck.emulation.run.ProgramRun;
import org.offloadtck.emulation.run.RunMember;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.memory.UnifiedMemory;
import org.offloadtck.timing.figures.TimedDevice;

class CommandQueueTest {

    private static final int NON_BLOCKING = 1;

    @Test
    void theHostEndsAKernelThatWaitsForIt() {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            launchWait(program, flag);

            program.at(flag, 4).set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
        }
    }

    /// @return the stream it runs in
    private static long launchWait(ClientProgram program, long flag) {
        long stream = program.ok(DriverFunction.CU_STREAM_CREATE, NON_BLOCKING);
        program.ok(
                DriverFunction.CU_LAUNCH_KERNEL,
                program.kernel(ClientKernels.WAIT, "wait"),
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
    void aFillOfWhatAnotherStreamHasFreedIsAFault() {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            long memory = program.ok(DriverFunction.CU_MEM_ALLOC_ASYNC, 64, 0);
            long busy = launchWait(program, flag);
            long idle = program.ok(DriverFunction.CU_STREAM_CREATE, NON_BLOCKING);
            program.ok(DriverFunction.CU_MEMSET_D8_ASYNC, memory, 0, 64, busy);

            program.ok(DriverFunction.CU_MEM_FREE_ASYNC, memory, idle);
            program.at(flag, 4).set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1);

            assertThat(program.result(DriverFunction.CU_CTX_SYNCHRONIZE))
                    .isEqualTo(DriverResult.ILLEGAL_ADDRESS);
        }
    }

    @Test
    void aFaultOfTheSimulatorsOwnHoldsNobodyUp() {
        var run = new ProgramRun(ExecOptions.defaults());
        var member =
                new RunMember(
                        run, run.addProcess("test"), ProcessFiles.NONE, RunMember.Recipient.REPORT);
        try (var state =
                new DriverState(
                        new SharedSpace(
                                Arena.ofAuto().allocate(1 << 20), 1 << 20, UnifiedMemory.NONE),
                        List.of(TimedDevice.of(DeviceSpec.h100())),
                        VisibleDevices.ALL,
                        new FaultInjector(List.of()),
                        new ProcessRecorder(member),
                        ProcessHandle.current().pid())) {
            var context =
                    state.createContext(state.devices().getFirst(), EmulatedContext.Kind.CREATED);
            var owner = new AllocationTable.Owner(context, 0);
            var block =
                    state.allocations().allocate("test", 64, DriverAllocation.Kind.DEVICE, owner);
            var impossible = new Rectangle(block.address(), 0, -1, 1);
            state.lock().lock();
            try {
                var queue = state.queue();
                var fill = new StreamCommand.Fill(context, impossible, new Pattern(0, 1));
                var ticket = List.of(queue.submit(fill, List.of()));

                assertThatThrownBy(() -> queue.await(ticket))
                        .isInstanceOf(IllegalStateException.class)
                        .hasRootCauseInstanceOf(IndexOutOfBoundsException.class);
                queue.await(ticket);
                assertThat(context.failure())
                        .hasValueSatisfying(failure ->
                                assertThat(failure.result()).isEqualTo(DriverResult.UNKNOWN));
            } finally {
                state.lock().unlock();
            }
        }
    }
}
