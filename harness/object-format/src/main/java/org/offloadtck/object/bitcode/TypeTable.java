package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The types of a module, of which the kit needs the sizes.
///
/// Source of the codes: LLVM 19, llvm/include/llvm/Bitcode/LLVMBitCodes.h, `TypeCodes`; of the
/// sizes: llvm/lib/IR/DataLayout.cpp, `getTypeAllocSize` and `StructLayout`.
final class TypeTable implements BitstreamBlock.Visitor {

    private static final int NUMENTRY = 1;
    private static final int FLOAT = 3;
    private static final int DOUBLE = 4;
    private static final int INTEGER = 7;
    private static final int HALF = 10;
    private static final int ARRAY = 11;
    private static final int FP128 = 14;
    private static final int STRUCT_ANON = 18;
    private static final int STRUCT_NAME = 19;
    private static final int STRUCT_NAMED = 20;
    private static final int BFLOAT = 23;
    private static final int OPAQUE_POINTER = 25;

    /// Sizes above this are not computed, so that no product overflows.
    private static final long LARGEST = 1L << 40;

    /// Structures and arrays nested deeper are not computed.
    private static final int DEEPEST = 16;

    private static final Layout UNKNOWN = new Layout(-1, 1);

    private final List<long[]> types = new ArrayList<>();
    private final Map<Long, Layout> layouts = new HashMap<>();
    private DataLayout target = new DataLayout("");

    /// Size and alignment in bytes; the size is -1 if it is unknown.
    private record Layout(long size, long alignment) {

        static Layout ofBits(long bits, long alignmentBits) {
            long alignment = Math.max(1, alignmentBits / Byte.SIZE);
            return new Layout(up((bits + Byte.SIZE - 1) / Byte.SIZE, alignment), alignment);
        }

        private static long up(long size, long alignment) {
            return (size + alignment - 1) / alignment * alignment;
        }

        boolean isKnown() {
            return size >= 0;
        }
    }

    @Override
    public void record(BitstreamRecord record) {
        int code = (int) record.code();
        if (code != NUMENTRY && code != STRUCT_NAME) {
            var type = new long[record.size() + 1];
            type[0] = code;
            for (int index = 0; index < record.size(); index++) {
                type[index + 1] = record.operand(index);
            }
            types.add(type);
        }
    }

    /// Sets the layout of the module, which comes after its types and before its variables.
    void setTarget(DataLayout layout) {
        target = layout;
        layouts.clear();
    }

    /// Size of a type in memory, in bytes; -1 if the kit cannot compute it.
    long size(long type) {
        return layout(type, 0).size;
    }

    private Layout layout(long type, int depth) {
        if (type < 0 || type >= types.size() || depth > DEEPEST) {
            return UNKNOWN;
        }
        var known = layouts.putIfAbsent(type, UNKNOWN);
        if (known == null) {
            known = compute(type, depth);
            layouts.put(type, known);
        }
        return known;
    }

    private Layout compute(long type, int depth) {
        var fields = types.get((int) type);
        long first = fields.length > 1 ? fields[1] : 0;
        return switch ((int) fields[0]) {
            case HALF, BFLOAT -> Layout.ofBits(16, target.floatAlignment(16));
            case FLOAT -> Layout.ofBits(32, target.floatAlignment(32));
            case DOUBLE -> Layout.ofBits(64, target.floatAlignment(64));
            case FP128 -> Layout.ofBits(128, target.floatAlignment(128));
            case INTEGER ->
                    first > 0 && first < LARGEST
                            ? Layout.ofBits(first, target.integerAlignment(first))
                            : UNKNOWN;
            case OPAQUE_POINTER ->
                    Layout.ofBits(target.pointerBits(first), target.pointerAlignment(first));
            case ARRAY -> array(fields, depth);
            case STRUCT_ANON, STRUCT_NAMED -> structure(fields, depth);
            default -> UNKNOWN;
        };
    }

    private Layout array(long[] fields, int depth) {
        if (fields.length < 3) {
            return UNKNOWN;
        }
        var element = layout(fields[2], depth + 1);
        boolean isSmall =
                element.size == 0 || (fields[1] >= 0 && fields[1] <= LARGEST / element.size);
        return element.isKnown() && isSmall
                ? new Layout(fields[1] * element.size, element.alignment)
                : UNKNOWN;
    }

    private Layout structure(long[] fields, int depth) {
        boolean isPacked = fields.length > 1 && fields[1] != 0;
        long size = 0;
        long alignment = 1;
        for (int index = 2; index < fields.length; index++) {
            var field = layout(fields[index], depth + 1);
            if (!field.isKnown() || size > LARGEST) {
                return UNKNOWN;
            }
            long own = isPacked ? 1 : field.alignment;
            size = Layout.up(size, own) + field.size;
            alignment = Math.max(alignment, own);
        }
        return new Layout(Layout.up(size, alignment), alignment);
    }
}
