package org.offloadtck.engine.systemcall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// What a call of `vprintf` leaves in the output buffer of a device for the driver, which formats
/// it: the arguments, packed, and behind them the format.
///
/// Measured on an H200 with driver 580.159: a conversion of the driver that has no argument, as the
/// 33rd of a format or one that the device does not know, reads the bytes of the format.
final class PrintfRecord {

    /// Most arguments of a call (CUDA C++ Programming Guide 13.0 §10.33.2, *Limitations*).
    private static final int MOST_ARGUMENTS = 32;

    private final String format;
    private final ByteBuffer arguments =
            ByteBuffer.allocate(8 * MOST_ARGUMENTS).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<Long, String> texts = new HashMap<>();
    private int count;
    private int next;

    private PrintfRecord(String format) {
        this.format = format;
    }

    /// The arguments of a call, in memory of the device.
    interface Arguments {

        /// The next argument, of 4 or 8 bytes, zero-extended.
        long next(int size);

        /// The bytes of the string at a device address, as characters 0 to 255.
        String string(long address);
    }

    /// Reads the arguments of a call.
    ///
    /// @param format its bytes, as characters 0 to 255
    static PrintfRecord of(String format, Arguments arguments) {
        var record = new PrintfRecord(format);
        record.collect(arguments);
        return record;
    }

    private void collect(Arguments source) {
        for (var conversion : PrintfConversion.all(format)) {
            if (conversion.isPassed()) {
                collect(conversion, source);
            }
        }
        arguments.flip();
    }

    private void collect(PrintfConversion conversion, Arguments source) {
        for (int i = 0; i < conversion.stars() && count < MOST_ARGUMENTS; i++) {
            pass(source.next(4), 4);
        }
        if (count < MOST_ARGUMENTS) {
            long value = source.next(conversion.argumentSize());
            pass(value, conversion.argumentSize());
            if (conversion.character() == 's' && value != 0) {
                texts.put(value, source.string(value));
            }
        }
    }

    private void pass(long value, int size) {
        count++;
        arguments.position(Math.ceilDiv(arguments.position(), size) * size);
        if (size == 4) {
            arguments.putInt((int) value);
        } else {
            arguments.putLong(value);
        }
    }

    String format() {
        return format;
    }

    /// Number of the arguments that were passed, which `vprintf` of a device returns.
    int count() {
        return count;
    }

    /// The next value of `size` bytes, zero-extended: of an argument, or of bytes of the format,
    /// which ends with zeros.
    long next(int size) {
        next = Math.ceilDiv(next, size) * size;
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | byteAt(next + i);
        }
        next += size;
        return value;
    }

    private int byteAt(int index) {
        int behind = index - arguments.limit();
        if (behind < 0) {
            return arguments.get(index) & 0xff;
        }
        var bytes = format.getBytes(StandardCharsets.ISO_8859_1);
        return behind < bytes.length ? bytes[behind] & 0xff : 0;
    }

    /// The text of a `%s`, or no characters if `address` is none of an argument.
    String text(long address) {
        return address == 0 ? "(null)" : texts.getOrDefault(address, "");
    }
}
