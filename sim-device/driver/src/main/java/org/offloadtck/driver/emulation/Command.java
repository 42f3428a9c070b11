package org.offloadtck.driver.emulation;

import java.lang.foreign.MemorySegment;
import org.offloadtck.simt.execution.LaunchLimits;
import org.offloadtck.simt.execution.LaunchShape;

/// Work for the worker, checked and complete.
sealed interface Command {

    /// Whose work it is; a context that failed does none any more.
    Context context();

    /// A kernel's run.
    ///
    /// @param parameters its parameter block
    /// @param fate whether it is to run at all
    record Launch(
            Context context,
            KernelFunction function,
            LaunchShape shape,
            MemorySegment parameters,
            LaunchLimits limits,
            Fate fate)
            implements Command {

        /// What becomes of a launch.
        enum Fate {
            RUN,
            /// It fails without running, as it was asked for.
            FAIL
        }
    }

    /// A pattern written over rows of memory.
    record Fill(Context context, Rectangle target, Pattern pattern) implements Command {}

    /// Rows of memory copied to rows of memory; they may overlap.
    record Move(Context context, Rectangle target, Rectangle source) implements Command {}

    /// A point in a stream.
    record Mark(Context context, Event event) implements Command {}

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
        static Rectangle line(long address, long bytes) {
            return new Rectangle(address, bytes, bytes, 1);
        }

        /// Bytes from the first to the last, both included.
        long extent() {
            return width == 0 || height == 0 ? 0 : pitch * (height - 1) + width;
        }

        long bytes() {
            return width * height;
        }

        long row(long number) {
            return address + pitch * number;
        }
    }
}
