package org.offloadtck.object.check.registration;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.object.startup.FunctionCall;

/// A function of a runtime that registers device images, or takes a registration back.
///
/// Sources: LLVM 13 to 23, `OffloadWrapper.cpp`; LLVM 15 to 23, `clang/lib/CodeGen/CGCUDANV.cpp`.
enum RegistrationFunction {
    REGISTER_LIBRARY("__tgt_register_lib"),
    UNREGISTER_LIBRARY("__tgt_unregister_lib"),
    REGISTER_CUDA("__cudaRegisterFatBinary"),
    REGISTER_HIP("__hipRegisterFatBinary"),
    UNREGISTER_CUDA("__cudaUnregisterFatBinary"),
    UNREGISTER_HIP("__hipUnregisterFatBinary");

    private final String symbol;

    RegistrationFunction(String symbol) {
        this.symbol = symbol;
    }

    String symbol() {
        return symbol;
    }

    /// The function that a call reaches.
    static Optional<RegistrationFunction> of(FunctionCall call) {
        return named(call.name());
    }

    /// The function of that name; a name in `.dynsym` may have a version.
    static Optional<RegistrationFunction> named(String name) {
        return Arrays.stream(values())
                .filter(function -> function.symbol.equals(name.split("@", 2)[0]))
                .findFirst();
    }
}
