package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceOperation;

/// An operation on a device, which checks the results of its calls.
record LiboffloadCall(LiboffloadLibrary library, String device, String operation)
        implements DeviceOperation {

    /// Size of `ol_error_struct_t`, and the offset of its text. Source: LLVM 22,
    /// `offload/liboffload/API/Common.td`.
    private static final long ERROR_BYTES = 16;

    private static final long DETAILS = 8;

    /// Most characters of a text of the library.
    private static final long LONGEST = 1 << 16;

    /// `OL_ERRC_NOT_FOUND`. Source: LLVM 22,
    /// `offload/plugins-nextgen/common/include/OffloadErrcodes.inc`, as all codes here.
    private static final int NOT_FOUND = 6;

    /// `OL_ERRC_UNKNOWN`.
    private static final int UNKNOWN = 1;

    /// Calls a function and rejects a result other than `OL_SUCCESS`.
    void check(LiboffloadFunction function, Object... arguments) {
        var result = library.call(function, arguments);
        if (!result.equals(MemorySegment.NULL)) {
            throw failed(error(code(result)), function.symbol() + ": " + details(result));
        }
    }

    /// Calls a function that meets failures of earlier work. One that has no code of its own is
    /// that of a kernel: LLVM 22 reports the fault of a CUDA kernel as `OL_ERRC_UNKNOWN`.
    void await(LiboffloadFunction function, Object... arguments) {
        var result = library.call(function, arguments);
        if (!result.equals(MemorySegment.NULL)) {
            var error = code(result) == UNKNOWN ? DeviceError.KERNEL_FAULT : error(code(result));
            throw failed(error, function.symbol() + ": " + details(result));
        }
    }

    /// Calls a function that may not find what it looks for.
    ///
    /// @return whether it found it
    boolean finds(LiboffloadFunction function, Object... arguments) {
        var result = library.call(function, arguments);
        if (result.equals(MemorySegment.NULL)) {
            return true;
        }
        if (code(result) == NOT_FOUND) {
            return false;
        }
        throw failed(error(code(result)), function.symbol() + ": " + details(result));
    }

    /// The handle or address that a function writes to its last parameter.
    ///
    /// @param call the function with a place for it
    MemorySegment made(BiConsumer<LiboffloadCall, MemorySegment> call) {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(ADDRESS);
            call.accept(this, place);
            return place.get(ADDRESS, 0);
        }
    }

    /// The number that a function writes to its last parameter.
    long number(BiConsumer<LiboffloadCall, MemorySegment> call) {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(JAVA_LONG);
            call.accept(this, place);
            return place.get(JAVA_LONG, 0);
        }
    }

    @SuppressWarnings("restricted") // the library's own structure
    private static int code(MemorySegment result) {
        return result.reinterpret(ERROR_BYTES).get(JAVA_INT, 0);
    }

    @SuppressWarnings("restricted") // the library's own text
    private static String details(MemorySegment result) {
        var text = result.reinterpret(ERROR_BYTES).get(ADDRESS, DETAILS);
        return text.equals(MemorySegment.NULL)
                ? "no details"
                : text.reinterpret(LONGEST).getString(0);
    }

    private static DeviceError error(int code) {
        return switch (code) {
            case 3, 14, 15, 16 -> DeviceError.INVALID_BINARY;
            case 4, 5, 9, 11, 19, 20, 21, 22, 23, 24 -> DeviceError.INVALID_VALUE;
            case 7 -> DeviceError.OUT_OF_RESOURCES;
            case 8 -> DeviceError.INVALID_SIZE;
            case 12, 13 -> DeviceError.UNSUPPORTED;
            case 18 -> DeviceError.DEVICE_LOST;
            default -> DeviceError.BACKEND_FAILURE;
        };
    }
}
