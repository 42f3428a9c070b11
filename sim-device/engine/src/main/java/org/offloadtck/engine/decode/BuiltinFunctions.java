package org.offloadtck.engine.decode;

import java.util.Optional;
import org.offloadtck.engine.code.BuiltinFunction;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.libdevice.Libdevice;

/// The functions that a call executes without PTX of their own.
public final class BuiltinFunctions {

    private BuiltinFunctions() {}

    /// The system call, function of the CUDA device runtime or function of libdevice of that name.
    public static Optional<BuiltinFunction> of(String symbol) {
        return BuiltinFunction.SystemCall.of(symbol)
                .<BuiltinFunction>map(call -> call)
                .or(() -> DeviceRuntimeFunction.of(symbol))
                .or(() -> Libdevice.function(symbol).map(BuiltinFunction.Pure::new));
    }
}
