package org.offloadtck.emulation.queue;

import java.lang.foreign.MemorySegment;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.thread.LaunchShape;

/// Work for the worker, checked and complete.
public sealed interface StreamCommand {

    /// Whose work it is; a context that failed does none any more.
    EmulatedContext context();

    /// A kernel's run.
    ///
    /// @param parameters its parameter block
    /// @param fate whether it is to run at all
    record Launch(
            EmulatedContext context,
            KernelFunction function,
            LaunchShape shape,
            MemorySegment parameters,
            LaunchLimits limits,
            Outcome fate)
            implements StreamCommand {

        /// What becomes of a launch.
        public enum Outcome {
            RUN,
            /// It fails without running, as it was asked for.
            FAIL
        }
    }

    /// A pattern written over rows of memory.
    record Fill(EmulatedContext context, Rectangle target, Pattern pattern)
            implements StreamCommand {}

    /// Rows of memory copied to rows of memory; they may overlap.
    record Copy(EmulatedContext context, Rectangle target, Rectangle source)
            implements StreamCommand {}

    /// A point in a stream.
    record RecordEvent(EmulatedContext context, EmulatedEvent event) implements StreamCommand {}

    /// What a fill repeats.
    ///
    /// @param bits the low bits count
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

        /// Bytes from the first to the last, both included.
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
