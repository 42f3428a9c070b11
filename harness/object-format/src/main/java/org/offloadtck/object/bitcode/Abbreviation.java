package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.FormatRule;

/// How the fields of a record are encoded: `DEFINE_ABBREV`.
///
/// @param operands the encodings, that of the record's code first
/// @see "LLVM 16, docs/BitCodeFormat.rst, Abbreviations"
record Abbreviation(List<Operand> operands) {

    /// The widest fixed or VBR chunk, in bits. Source: LLVM 16,
    /// llvm/include/llvm/Bitstream/BitstreamReader.h, `MaxChunkSize`.
    private static final long WIDEST = 32;

    private static final int CHAR6_BITS = 6;

    private static final String CHAR6 =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

    Abbreviation {
        operands = List.copyOf(operands);
    }

    /// An encoding by its number. Source: LLVM 16, docs/BitCodeFormat.rst, DEFINE_ABBREV Encoding.
    private enum Encoding {
        LITERAL,
        FIXED,
        VBR,
        ARRAY,
        CHAR6,
        BLOB
    }

    /// @param value the literal, or the width of a chunk in bits
    record Operand(Encoding encoding, long value) {

        private boolean isScalar() {
            return encoding != Encoding.ARRAY && encoding != Encoding.BLOB;
        }

        /// Size of the smallest value, in bits.
        private int bits() {
            return encoding == Encoding.CHAR6 ? CHAR6_BITS : (int) value;
        }
    }

    /// Reads the definition after the abbreviation id.
    static Abbreviation parse(BitstreamReader stream) {
        long count = stream.count(5, 1, "number of operands");
        var operands = new ArrayList<Operand>();
        for (long index = 0; index < count; index++) {
            operands.add(operand(stream));
        }
        requireOrder(stream, operands);
        return new Abbreviation(operands);
    }

    private static Operand operand(BitstreamReader stream) {
        if (stream.fixed(1, "is literal") == 1) {
            return new Operand(Encoding.LITERAL, stream.variable(8, "literal"));
        }
        long code = stream.fixed(3, "encoding");
        return switch ((int) code) {
            case 1 -> chunk(stream, Encoding.FIXED);
            case 2 -> chunk(stream, Encoding.VBR);
            case 3 -> new Operand(Encoding.ARRAY, 0);
            case 4 -> new Operand(Encoding.CHAR6, 0);
            case 5 -> new Operand(Encoding.BLOB, 0);
            default ->
                    throw stream.malformed(
                            FormatRule.CODE,
                            "encoding is %d when it should be 1 to 5".formatted(code));
        };
    }

    /// A width of 0 means the literal 0. Source: LLVM 16,
    /// llvm/lib/Bitstream/Reader/BitstreamReader.cpp, `ReadAbbrevRecord`.
    private static Operand chunk(BitstreamReader stream, Encoding encoding) {
        long width = stream.variable(5, "width");
        if (Long.compareUnsigned(width, WIDEST) > 0 || (encoding == Encoding.VBR && width == 1)) {
            throw stream.malformed(
                    FormatRule.SIZE,
                    "a chunk has %s bits when it should have up to %d"
                            .formatted(Long.toUnsignedString(width), WIDEST));
        }
        return width == 0 ? new Operand(Encoding.LITERAL, 0) : new Operand(encoding, width);
    }

    /// An array is the last but one operand, followed by the encoding of its elements; a blob is
    /// the last.
    private static void requireOrder(BitstreamReader stream, List<Operand> operands) {
        int last = operands.size() - 1;
        boolean isOrdered = last >= 0 && operands.getFirst().isScalar();
        for (int index = 0; isOrdered && index <= last; index++) {
            isOrdered =
                    switch (operands.get(index).encoding) {
                        case ARRAY -> index == last - 1 && isElement(operands.getLast());
                        case BLOB -> index == last;
                        case LITERAL, FIXED, VBR, CHAR6 -> true;
                    };
        }
        if (!isOrdered) {
            throw stream.malformed(
                    FormatRule.ORDER,
                    "an abbreviation has operands %s when it should start with a code and end with"
                                    .formatted(operands.stream().map(Operand::encoding).toList())
                            + " an array or blob, if any");
        }
    }

    private static boolean isElement(Operand operand) {
        return operand.isScalar() && operand.encoding != Encoding.LITERAL;
    }

    /// Reads a record of this form.
    void read(BitstreamReader stream, BitstreamRecord record) {
        record.start(stream.offset(), scalar(stream, operands.getFirst()));
        for (int index = 1; index < operands.size(); index++) {
            var operand = operands.get(index);
            switch (operand.encoding) {
                case LITERAL, FIXED, VBR, CHAR6 -> record.add(scalar(stream, operand));
                case ARRAY -> {
                    array(stream, operands.get(index + 1), record);
                    return;
                }
                case BLOB -> blob(stream, record);
            }
        }
    }

    private static void array(BitstreamReader stream, Operand element, BitstreamRecord record) {
        long count = stream.count(6, element.bits(), "number of elements");
        for (long index = 0; index < count; index++) {
            record.add(scalar(stream, element));
        }
    }

    private static void blob(BitstreamReader stream, BitstreamRecord record) {
        long length = stream.count(6, Byte.SIZE, "length of the blob");
        stream.align();
        record.setBlob(stream.bytes().window(stream.offset(), length, "blob"));
        stream.seek(stream.offset() + length);
        stream.align();
    }

    private static long scalar(BitstreamReader stream, Operand operand) {
        return switch (operand.encoding) {
            case LITERAL -> operand.value;
            case FIXED -> stream.fixed((int) operand.value, "operand");
            case VBR -> stream.variable((int) operand.value, "operand");
            case CHAR6 -> CHAR6.charAt((int) stream.fixed(CHAR6_BITS, "character"));
            case ARRAY, BLOB -> throw new IllegalStateException("no scalar: " + operand);
        };
    }
}
