package org.offloadtck.engine.code;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.engine.semantics.LaneFunction;

/// A function that a program may leave undefined because the device provides it: a system call
/// (*PTX Writer's Guide to Interoperability* 13.0 §5), a function of libdevice, or one of the CUDA
/// device runtime.
public sealed interface BuiltinFunction
        permits BuiltinFunction.SystemCall, BuiltinFunction.Pure, DeviceRuntimeFunction {

    /// A system call.
    enum SystemCall implements BuiltinFunction {
        VPRINTF("vprintf"),
        MALLOC("malloc"),
        FREE("free"),
        ASSERT_FAIL("__assertfail"),
        /// Stores a value in a condition variable of a graph (CUDA 13.0,
        /// `cuda_device_runtime_api.h`). `nvcc` leaves it undefined, and `libcudadevrt.a` does not
        /// define it.
        SET_CONDITION("cudaGraphSetConditional");

        private final String symbol;

        SystemCall(String symbol) {
            this.symbol = symbol;
        }

        /// The system call of that name.
        public static Optional<SystemCall> of(String symbol) {
            return Arrays.stream(values()).filter(call -> call.symbol.equals(symbol)).findFirst();
        }

        public String symbol() {
            return symbol;
        }
    }

    /// A function without side effects, computed lane by lane.
    record Pure(LaneFunction function) implements BuiltinFunction {}
}
