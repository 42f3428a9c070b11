package org.offloadtck.engine.deviceruntime;

import java.util.Arrays;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.LaunchShape;

/// Work that a thread of a grid has submitted to a stream of the device runtime.
public sealed interface DeviceCommand {

    Order order();

    /// When the work runs.
    enum Order {
        /// After the work before it in its stream.
        STREAM,
        /// After the grid and all other work of the grid (`cudaStreamTailLaunch`).
        TAIL
    }

    /// A launch of a kernel.
    ///
    /// @param kernel of the program of the grid
    /// @param parameters its parameter block
    @SuppressWarnings("ArrayRecordComponent") // copied
    record Launch(Order order, DecodedFunction kernel, LaunchShape shape, byte[] parameters)
            implements DeviceCommand {

        public Launch {
            parameters = parameters.clone();
        }

        @Override
        public byte[] parameters() {
            return Arrays.copyOf(parameters, parameters.length);
        }
    }

    /// A copy of rows, which may overlap.
    record Copy(Order order, Rows target, Rows source) implements DeviceCommand {}

    /// A fill of rows with a byte.
    record Fill(Order order, Rows target, int value) implements DeviceCommand {}

    /// Rows of memory.
    ///
    /// @param pitch bytes from row to row
    /// @param width bytes of a row
    record Rows(long address, long pitch, long width, long height) {}
}
