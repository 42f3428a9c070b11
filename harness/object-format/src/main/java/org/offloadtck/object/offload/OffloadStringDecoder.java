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

/// Decodes the strings of one offload binary, each stretch of bytes once.
///
/// String entries may share text, so a hostile file can name a long text from every entry; the text
/// and the entries of all images together are therefore held to a multiple of the binary's size.
final class OffloadStringDecoder {

    /// How often, on average, a byte of the file may occur in decoded texts. LLVM's own tables
    /// merge equal texts and suffixes, which stays far below.
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

    /// Counts `stringCount`, the field read last, against what one binary can hold.
    void charge(Cursor field, long stringCount) {
        stringEntries += stringCount;
        if (stringEntries > binary.size() / OffloadBinary.Version.V1.stringEntrySize()) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "the images have %d strings, more than fit the offload binary"
                            .formatted(stringEntries));
        }
    }

    /// The text from `offset`, the field read last, to the next NUL.
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

    /// The `length` bytes at `offset` as text; `length` is the field read last.
    String sized(Cursor field, long offset, long length, String name) {
        if (offset > binary.size() || length > binary.size() - offset) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "%s of %d bytes at 0x%x does not end inside the offload binary"
                            .formatted(name, length, offset));
        }
        return decode(field, new ByteRange(offset, length), name);
    }

    private String decode(Cursor field, ByteRange stretch, String name) {
        var known = decoded.get(stretch);
        if (known != null) {
            return known;
        }
        budget -= stretch.length();
        if (budget < 0) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "the strings hold more than %d times the bytes of the offload binary"
                            .formatted(MOST_USES_OF_A_BYTE));
        }
        var bytes = binary.at(stretch.offset(), stretch.length(), name).toArray(JAVA_BYTE);
        try {
            var text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            decoded.put(stretch, text);
            return text;
        } catch (CharacterCodingException _) {
            throw field.malformed(
                    FormatRule.TEXT, "%s at 0x%x is not UTF-8".formatted(name, stretch.offset()));
        }
    }
}
