package org.offloadtck.emulation.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A parameter of a driver function.
///
/// @param name as the CUDA driver API's documentation names it
/// @param kind what its value means
/// @param direction who writes it
public record DriverParameter(String name, Kind kind, Direction direction) {

    /// What a value means; a trace writes it accordingly.
    public enum Kind {
        /// A signed integer or an enumeration constant; negative values arrive sign-extended.
        NUMBER,
        /// Bytes or elements, unsigned.
        SIZE,
        /// A set of bits.
        FLAGS,
        /// A `float`, as its bits.
        FLOAT,
        /// A device pointer, an address of the session's memory.
        ADDRESS,
        /// An address of the client process, which may be one of the session's memory.
        HOST,
        /// An ordinal of a device.
        DEVICE,
        /// A handle of a context; 0 is none.
        CONTEXT,
        /// A handle of a module.
        MODULE,
        /// A handle of a kernel.
        FUNCTION,
        /// A handle of a stream, or one of the reserved values 0, 1 and 2.
        STREAM,
        /// A handle of an event.
        EVENT,
        /// A handle of physical memory (`cuMemCreate`).
        MEMORY,
        /// A buffer: text without its NUL.
        TEXT,
        /// A buffer of the layout the function's documentation gives.
        BYTES;

        boolean isBuffer() {
            return this == TEXT || this == BYTES;
        }
    }

    /// Who writes a parameter.
    public enum Direction {
        IN,
        OUT
    }

    /// Whether it travels as bytes, not as a number.
    public boolean isBuffer() {
        return kind.isBuffer();
    }

    /// Reads a list as [DriverFunction] states them: `kind name` each, `kind* name` for an output,
    /// separated by commas.
    static List<DriverParameter> list(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(", ", -1)).map(DriverParameter::of).toList();
    }

    private static DriverParameter of(String text) {
        int blank = text.indexOf(' ');
        var kind = text.substring(0, blank);
        var direction = kind.endsWith("*") ? Direction.OUT : Direction.IN;
        var word = kind.replace("*", "").toUpperCase(Locale.ROOT);
        return new DriverParameter(text.substring(blank + 1), Kind.valueOf(word), direction);
    }
}
