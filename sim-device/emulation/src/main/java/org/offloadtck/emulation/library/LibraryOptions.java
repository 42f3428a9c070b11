package org.offloadtck.emulation.library;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;

/// Validates the options with which a library is loaded.
public final class LibraryOptions {

    /// The last of `CUjit_option`: `CU_JIT_SPLIT_COMPILE` (CUDA driver API 13.0). All of them are
    /// about how fast the code is or what the compiler logs.
    private static final int LAST_JIT_OPTION = 34;

    /// `CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE` (CUDA driver API 13.0,
    /// `CUlibraryOption`).
    private static final int HOST_TABLE = 0;

    /// `CU_LIBRARY_BINARY_IS_PRESERVED`. The server has a copy of the image, whatever it says.
    private static final int PRESERVED = 1;

    private LibraryOptions() {}

    /// Requires options that exist and are supported.
    ///
    /// @param jit options of the compiler, 32 bits each
    /// @param library options of the library, 32 bits each
    /// @throws DriverCallException if one of them does not exist, or is not supported
    public static void require(byte[] jit, byte[] library) {
        for (int option : numbers(jit)) {
            if (option < 0 || option > LAST_JIT_OPTION) {
                throw invalid("jitOptions", option, "CUjit_option");
            }
        }
        for (int option : numbers(library)) {
            if (option == HOST_TABLE) {
                throw DriverCallException.of(
                        DriverResult.NOT_SUPPORTED,
                        "libraryOptions has a table of host functions, but no device has unified"
                                + " function pointers");
            }
            if (option != PRESERVED) {
                throw invalid("libraryOptions", option, "CUlibraryOption");
            }
        }
    }

    private static int[] numbers(byte[] options) {
        var numbers = new int[options.length / Integer.BYTES];
        ByteBuffer.wrap(options).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(numbers);
        return numbers;
    }

    private static DriverCallException invalid(String name, int option, String type) {
        return DriverCallException.of(
                DriverResult.INVALID_VALUE,
                "%s has %d, which is not a %s".formatted(name, option, type));
    }
}
