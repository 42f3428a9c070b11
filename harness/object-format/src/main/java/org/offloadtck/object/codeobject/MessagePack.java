package org.offloadtck.object.codeobject;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// A value in MessagePack, as far as metadata of code objects has them.
///
/// @see <a href="https://github.com/msgpack/msgpack/blob/master/spec.md">MessagePack
///   specification</a>
sealed interface MessagePack {

    record Text(String value) implements MessagePack {}

    record Whole(long value) implements MessagePack {}

    record Sequence(List<MessagePack> values) implements MessagePack {}

    /// Keys and values in turn, in file order.
    record Table(List<MessagePack> pairs) implements MessagePack {}

    /// Nil, a boolean, a floating-point number or bytes, whose value does not matter here.
    record Other() implements MessagePack {}

    /// Reads the value that `bytes` start with.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if it breaks the format
    static MessagePack parse(ObjectBytes bytes) {
        return new Reader(bytes, bytes.cursor(0)).value(0);
    }

    /// Reads values.
    record Reader(ObjectBytes bytes, Cursor cursor) {

        /// Values nested deeper are rejected.
        private static final int DEEPEST = 32;

        private MessagePack value(int depth) {
            int code = cursor.u8("MessagePack value");
            if (code < 0x80 || code >= 0xe0) {
                return new Whole((byte) code);
            }
            if (code < 0x90) {
                return table(code & 0xf, depth);
            }
            if (code < 0xa0) {
                return sequence(code & 0xf, depth);
            }
            return code < 0xc0 ? text(code & 0x1f) : coded(code, depth);
        }

        private MessagePack coded(int code, int depth) {
            return switch (code) {
                case 0xc0, 0xc2, 0xc3 -> new Other();
                case 0xc4 -> skipped(cursor.u8("length"));
                case 0xc5 -> skipped(big(2));
                case 0xc6 -> skipped(big(4));
                case 0xca -> skipped(4);
                case 0xcb -> skipped(8);
                case 0xcc -> new Whole(cursor.u8("number"));
                case 0xcd -> new Whole(big(2));
                case 0xce -> new Whole(big(4));
                case 0xcf, 0xd3 -> new Whole(big(8));
                case 0xd0 -> new Whole((byte) cursor.u8("number"));
                case 0xd1 -> new Whole((short) big(2));
                case 0xd2 -> new Whole((int) big(4));
                case 0xd9 -> text(cursor.u8("length"));
                case 0xda -> text(big(2));
                case 0xdb -> text(big(4));
                case 0xdc -> sequence(big(2), depth);
                case 0xdd -> sequence(big(4), depth);
                case 0xde -> table(big(2), depth);
                case 0xdf -> table(big(4), depth);
                default ->
                        throw cursor.malformed(
                                FormatRule.CODE,
                                "MessagePack value has type 0x%x, which metadata does not have"
                                        .formatted(code));
            };
        }

        private long big(int size) {
            long value = 0;
            for (int index = 0; index < size; index++) {
                value = value << Byte.SIZE | cursor.u8("number");
            }
            return value;
        }

        private MessagePack skipped(long size) {
            advance(size, "bytes");
            return new Other();
        }

        private Text text(long size) {
            long at = cursor.position();
            advance(size, "text");
            return new Text(bytes.string(at, size, "text"));
        }

        private void advance(long size, String field) {
            bytes.at(cursor.position(), size, field);
            for (long index = 0; index < size; index++) {
                int _ = cursor.u8(field);
            }
        }

        private Sequence sequence(long count, int depth) {
            return new Sequence(values(count, depth));
        }

        private Table table(long count, int depth) {
            return new Table(values(count * 2, depth));
        }

        private List<MessagePack> values(long count, int depth) {
            if (depth == DEEPEST || count > bytes.size() - cursor.position()) {
                throw cursor.malformed(
                        FormatRule.BOUNDS,
                        "%d values at depth %d are more than fit the metadata"
                                .formatted(count, depth));
            }
            var values = new ArrayList<MessagePack>();
            for (long index = 0; index < count; index++) {
                values.add(value(depth + 1));
            }
            return values;
        }
    }

    /// The value of `key` in a table; [Other] if it is none, or has no such key.
    default MessagePack get(String key) {
        if (this instanceof Table(var pairs)) {
            for (int index = 0; index < pairs.size(); index += 2) {
                if (pairs.get(index).equals(new Text(key))) {
                    return pairs.get(index + 1);
                }
            }
        }
        return new Other();
    }

    /// The text; empty for another value.
    default String text() {
        return this instanceof Text(var value) ? value : "";
    }

    /// The number; -1 for another value.
    default long number() {
        return this instanceof Whole(var value) ? value : -1;
    }

    /// The values of a sequence; none for another value.
    default List<MessagePack> values() {
        return this instanceof Sequence(var values) ? values : List.of();
    }
}
