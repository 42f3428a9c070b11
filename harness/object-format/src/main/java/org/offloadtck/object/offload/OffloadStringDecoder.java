package org.offloadtck.object.offload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Decodes the strings of one offload binary, each range of bytes once.
///
/// String entries may share text, so every entry of a damaged file could refer to one long text.
/// The text and the entries of all images are therefore limited to a multiple of the binary's size.
final class OffloadStringDecoder {

    /// Upper limit of the average number of uses of a byte in decoded texts. LLVM's own tables
    /// merge equal texts and suffixes and stay far below it.
    private static final int MOST_USES_OF_A_BYTE = 8;

    private final ObjectBytes binary;
    private final Map<ByteRange, String> decoded = new HashMap<>();
    private long budget;
    private long stringEntries;

    OffloadStringDecoder(ObjectBytes binary) {
        this.binary = binary;
        this.budget = MOST_USES_OF_A_BYTE * binary.size();
    }

    private record ByteRange(long offset, long length) {}

    /// Counts `stringCount`, the field that was read last, against the number of strings that fit
    /// the binary.
    void charge(Cursor field, long stringCount) {
        stringEntries += stringCount;
        if (stringEntries > binary.size() / OffloadBinary.Version.V1.stringEntrySize()) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "the images have %d strings, more than fit the offload binary"
                            .formatted(stringEntries));
        }
    }

    /// The text from `offset` to the next NUL; `offset` is the field that was read last.
    String terminated(Cursor field, long offset, String name) {
        long end = offset;
        while (end < binary.size() && binary.bytes().get(JAVA_BYTE, end) != 0) {
            end++;
        }
        if (end >= binary.size()) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "%s at 0x%x does not end inside the offload binary".formatted(name, offset));
        }
        return decode(field, new ByteRange(offset, end - offset), name);
    }

    /// The `length` bytes at `offset` as text; `length` is the field that was read last.
    String sized(Cursor field, long offset, long length, String name) {
        if (offset > binary.size() || length > binary.size() - offset) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "%s of %d bytes at 0x%x does not end inside the offload binary"
                            .formatted(name, length, offset));
        }
        return decode(field, new ByteRange(offset, length), name);
    }

    private String decode(Cursor field, ByteRange range, String name) {
        var known = decoded.get(range);
        if (known != null) {
            return known;
        }
        budget -= range.length();
        if (budget < 0) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "the strings hold more than %d times the bytes of the offload binary"
                            .formatted(MOST_USES_OF_A_BYTE));
        }
        var bytes = binary.at(range.offset(), range.length(), name).toArray(JAVA_BYTE);
        try {
            var text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            decoded.put(range, text);
            return text;
        } catch (CharacterCodingException cause) {
            throw field.malformed(
                            FormatRule.TEXT,
                            "%s at 0x%x is not UTF-8".formatted(name, range.offset()))
                    .causedBy(cause);
        }
    }
}
