package org.offloadtck.engine.code;

import java.util.Optional;
import org.offloadtck.engine.decode.BuiltinLibrary;
import org.offloadtck.engine.libdevice.Libdevice;
import org.offloadtck.engine.semantics.LaneFunction;

/// A function a module may leave undefined because the device has it (*PTX Writer's Guide to
/// Interoperability* 13.0 §5, system calls), or because libdevice does.
public sealed interface BuiltinFunction {

    /// The system calls.
    enum SystemCall implements BuiltinFunction {
        VPRINTF("vprintf"),
        MALLOC("malloc"),
        FREE("free"),
        ASSERT_FAIL("__assertfail");

        private final String symbol;

        SystemCall(String symbol) {
            this.symbol = symbol;
        }
    }

    /// A function of its arguments alone.
    record Pure(LaneFunction function) implements BuiltinFunction {}

    /// Whether a module may leave the function of that symbol undefined.
    static boolean exists(String symbol) {
        return named(symbol).isPresent() || BuiltinLibrary.function(symbol).isPresent();
    }

    /// The function of that symbol, if the device has it.
    static Optional<BuiltinFunction> named(String symbol) {
        for (var call : SystemCall.values()) {
            if (call.symbol.equals(symbol)) {
                return Optional.of(call);
            }
        }
        return Libdevice.function(symbol).map(Pure::new);
    }
}
