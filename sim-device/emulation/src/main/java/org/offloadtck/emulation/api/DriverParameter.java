package org.offloadtck.emulation.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A parameter of a driver function.
///
/// @param name in the documentation of the CUDA driver API
/// @param kind of its value
/// @param direction whether the function reads or writes it
public record DriverParameter(String name, Kind kind, Direction direction) {

    /// The kind of a value, which decides how the API trace prints it.
    public enum Kind {
        /// A signed integer or an enumeration constant; negative values arrive sign-extended.
        NUMBER,
        /// Bytes or elements, unsigned.
        SIZE,
        /// A set of bits.
        FLAGS,
        /// A `float`, as its bits.
        FLOAT,
        /// A device pointer: an address in the memory of the session.
        ADDRESS,
        /// An address of the client process, which may lie in the memory of the session.
        HOST,
        /// The ordinal of a device.
        DEVICE,
        /// The handle of a context; 0 for none.
        CONTEXT,
        /// The handle of a module.
        MODULE,
        /// The handle of a kernel.
        FUNCTION,
        /// The handle of a stream, or one of the reserved values 0, 1 and 2.
        STREAM,
        /// The handle of an event.
        EVENT,
        /// The handle of physical memory (`cuMemCreate`).
        MEMORY,
        /// The handle of a memory pool.
        POOL,
        /// The handle of a pending link.
        LINK,
        /// A buffer with text, without its NUL.
        TEXT,
        /// A buffer with the layout in the documentation of the function.
        BYTES;

        boolean isBuffer() {
            return this == TEXT || this == BYTES;
        }
    }

    /// Whether a parameter is an input or an output.
    public enum Direction {
        IN,
        OUT
    }

    /// Whether it is transmitted as bytes, not as a number.
    public boolean isBuffer() {
        return kind.isBuffer();
    }

    /// Parses a list of parameters: `kind name` each, `kind* name` for an output, separated by
    /// commas.
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
