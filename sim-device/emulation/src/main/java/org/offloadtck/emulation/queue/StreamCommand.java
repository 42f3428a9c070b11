package org.offloadtck.emulation.queue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.resource.Ticket;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.thread.LaunchShape;

/// A command of a stream, with validated arguments.
public sealed interface StreamCommand {

    /// The context of the command.
    EmulatedContext context();

    /// Whether the command is carried out although its context has failed.
    default boolean runsAfterFailure() {
        return false;
    }

    /// A command that is carried out without interruption.
    sealed interface Unscheduled extends StreamCommand {}

    /// A kernel launch.
    ///
    /// @param executable the program that has the kernel
    /// @param parameters the parameter block of the kernel
    /// @param residence how many of its CTAs must be resident at the same time
    /// @param fate whether the launch runs or fails on request
    record Launch(
            EmulatedContext context,
            KernelFunction function,
            EmulatedModule.Executable executable,
            LaunchShape shape,
            MemorySegment parameters,
            LaunchLimits limits,
            Residence residence,
            Outcome fate)
            implements StreamCommand {

        /// This launch, which fails.
        public Launch failing() {
            return new Launch(
                    context,
                    function,
                    executable,
                    shape,
                    parameters,
                    limits,
                    residence,
                    Outcome.FAIL);
        }

        /// This launch with another residence.
        public Launch as(Residence wanted) {
            return new Launch(
                    context, function, executable, shape, parameters, limits, wanted, fate);
        }

        /// Whether all CTAs must be resident at the same time.
        public enum Residence {
            SOME,
            /// The launch is cooperative.
            ALL
        }

        /// Whether a launch runs.
        public enum Outcome {
            RUN,
            /// The launch fails without running, as `--inject` requests.
            FAIL
        }
    }

    /// Fills rows of memory with a pattern.
    record Fill(EmulatedContext context, Rectangle target, Pattern pattern)
            implements Unscheduled {}

    /// Copies rows of memory to rows of memory, which may overlap.
    record Copy(EmulatedContext context, Rectangle target, Rectangle source)
            implements Unscheduled {}

    /// Records an event.
    record RecordEvent(EmulatedContext context, EmulatedEvent event) implements Unscheduled {}

    /// Calls a function of the program.
    record CallHost(EmulatedContext context, HostCall call) implements Unscheduled {

        @Override
        public boolean runsAfterFailure() {
            return call.form() == HostCall.Form.CALLBACK;
        }
    }

    /// Stores a value.
    record WriteValue(EmulatedContext context, MemoryWord word, long value)
            implements Unscheduled {}

    /// Waits until a word compares with a value. It starts when it does.
    record AwaitValue(
            EmulatedContext context, MemoryWord word, long value, MemoryWord.Comparison comparison)
            implements Unscheduled {}

    /// Decides at run time which other commands are carried out. It is done when they are.
    record Control(EmulatedContext context, Decision decision) implements StreamCommand {

        /// What is decided. The lock of the session is held.
        public interface Decision {

            /// Submits commands.
            ///
            /// @return the work after which it decides again; empty if nothing follows
            Optional<List<Ticket>> decide();
        }
    }

    /// Allocates the memory of a reserved range.
    record Allocate(EmulatedContext context, Allocation range) implements Unscheduled {}

    /// Frees the memory of a reserved range, which must have it.
    record Free(EmulatedContext context, Allocation range) implements Unscheduled {}

    /// The value that a fill repeats.
    ///
    /// @param bits the value in the low bits
    /// @param bytes 1, 2 or 4
    record Pattern(int bits, int bytes) {}

    /// Rows of memory.
    ///
    /// @param address of the first row
    /// @param pitch bytes from row to row
    /// @param width bytes of a row
    record Rectangle(long address, long pitch, long width, long height) {

        /// One row.
        public static Rectangle line(long address, long bytes) {
            return new Rectangle(address, bytes, bytes, 1);
        }

        /// Bytes from the first to the last byte, both included.
        public long extent() {
            return width == 0 || height == 0 ? 0 : pitch * (height - 1) + width;
        }

        public long bytes() {
            return width * height;
        }

        public long row(long number) {
            return address + pitch * number;
        }
    }
}
