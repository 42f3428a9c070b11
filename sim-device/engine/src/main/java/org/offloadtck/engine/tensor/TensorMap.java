package org.offloadtck.engine.tensor;

import static org.offloadtck.ptx.pass.TensorMapLayout.ADDRESS;
import static org.offloadtck.ptx.pass.TensorMapLayout.ATOMICITY;
import static org.offloadtck.ptx.pass.TensorMapLayout.BOX;
import static org.offloadtck.ptx.pass.TensorMapLayout.BYTES;
import static org.offloadtck.ptx.pass.TensorMapLayout.CHECK;
import static org.offloadtck.ptx.pass.TensorMapLayout.DIMENSIONS;
import static org.offloadtck.ptx.pass.TensorMapLayout.ELEMENT_STRIDES;
import static org.offloadtck.ptx.pass.TensorMapLayout.FILL;
import static org.offloadtck.ptx.pass.TensorMapLayout.INTERLEAVE;
import static org.offloadtck.ptx.pass.TensorMapLayout.MOST_DIMENSIONS;
import static org.offloadtck.ptx.pass.TensorMapLayout.PROMOTION;
import static org.offloadtck.ptx.pass.TensorMapLayout.RANK;
import static org.offloadtck.ptx.pass.TensorMapLayout.RESERVED;
import static org.offloadtck.ptx.pass.TensorMapLayout.SEAL;
import static org.offloadtck.ptx.pass.TensorMapLayout.STRIDES;
import static org.offloadtck.ptx.pass.TensorMapLayout.SWIZZLE;
import static org.offloadtck.ptx.pass.TensorMapLayout.TYPE;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A tensor map: a tensor in global memory and the box of it that an instruction copies. The limits
/// are those of `cuTensorMapEncodeTiled` (CUDA driver API 13.0).
///
/// @param address of the first element
/// @param dimensions from the one whose elements are adjacent on
public record TensorMap(
        long address,
        TensorElement element,
        List<Dimension> dimensions,
        Features features,
        Fill fill) {

    private static final long MOST_ELEMENTS = 1L << 32;
    private static final long STRIDE_LIMIT = 1L << 40;
    private static final int MOST_BOX = 256;
    private static final int MOST_STEP = 8;
    private static final int ALIGNMENT = 16;
    private static final int INTERLEAVED_32 = 2;
    private static final int MOST_ATOMICITY = 3;
    private static final int MOST_PROMOTION = 3;

    public TensorMap {
        dimensions = List.copyOf(dimensions);
    }

    /// A dimension of the tensor and of the box.
    ///
    /// @param size elements of the tensor
    /// @param stride bytes between elements
    /// @param box elements that the box spans
    /// @param step elements between two that are copied; ignored in the first dimension
    public record Dimension(long size, long stride, int box, int step) {

        /// Elements that are copied.
        public int count() {
            return Math.ceilDiv(box, step);
        }
    }

    /// How the box is arranged in shared memory.
    ///
    /// @param interleave code of the interleaved layout; 0 for none
    /// @param atomicity code of the unit that is swizzled; 0 for 16 bytes
    public record Features(SwizzleMode swizzle, int atomicity, int interleave) {}

    /// What a load writes for elements outside the tensor.
    public enum Fill {
        ZERO,
        /// A NaN.
        NAN
    }

    /// Reads a map.
    ///
    /// @param bytes little-endian, of [org.offloadtck.ptx.pass.TensorMapLayout]
    /// @throws MalformedTensorMapException if the driver would not encode these fields
    public static TensorMap read(ByteBuffer bytes) {
        return new Reader(bytes).read();
    }

    /// Bytes of the box: what a copy adds to the transactions of its `mbarrier`.
    public int boxBytes() {
        int bytes = rowBytes();
        for (var dimension : dimensions.subList(1, dimensions.size())) {
            bytes *= dimension.count();
        }
        return bytes;
    }

    /// Bytes of the box in the first dimension.
    int rowBytes() {
        return dimensions.getFirst().box() * element.bytes();
    }

    /// Why a copy by this map is not simulated; empty if it is.
    public Optional<String> unsupported() {
        if (element.isPacked()) {
            return Optional.of("elements of 4 or 6 bits");
        }
        if (features.interleave() != 0) {
            return Optional.of("an interleaved layout");
        }
        boolean isOfLaterDevices =
                features.swizzle() == SwizzleMode.SPAN_96 || features.atomicity() != 0;
        return isOfLaterDevices
                ? Optional.of("a swizzling mode of devices after sm_90")
                : Optional.empty();
    }

    private record Reader(ByteBuffer bytes) {

        TensorMap read() {
            if (bytes.limit() != BYTES) {
                throw new MalformedTensorMapException(
                        bytes.limit(), "the end when it should be at byte %d".formatted(BYTES));
            }
            int check = 0;
            for (int at = 0; at < BYTES; at += Integer.BYTES) {
                check ^= bytes.getInt(at);
            }
            if (check != SEAL) {
                throw new MalformedTensorMapException(
                        CHECK,
                        "check word 0x%x when it should be 0x%x"
                                .formatted(
                                        bytes.getInt(CHECK), bytes.getInt(CHECK) ^ check ^ SEAL));
            }
            for (int at = RESERVED; at < BYTES; at++) {
                code(at, "reserved byte", 0);
            }
            var element =
                    TensorElement.of(code(TYPE, "element type", TensorElement.values().length - 1));
            int rank = 1 + code(RANK, "rank less 1", MOST_DIMENSIONS - 1);
            int interleave = code(INTERLEAVE, "interleaved layout", INTERLEAVED_32);
            var swizzle =
                    SwizzleMode.of(code(SWIZZLE, "swizzle mode", SwizzleMode.values().length - 1));
            int atomicity = code(ATOMICITY, "swizzle atomicity", MOST_ATOMICITY);
            code(PROMOTION, "L2 promotion", MOST_PROMOTION);
            var fill = code(FILL, "fill mode", 1) == 0 ? Fill.ZERO : Fill.NAN;
            var map =
                    new TensorMap(
                            bytes.getLong(ADDRESS),
                            element.orElseThrow(),
                            dimensions(rank, element.orElseThrow()),
                            new Features(swizzle.orElseThrow(), atomicity, interleave),
                            fill);
            check(map);
            return map;
        }

        private List<Dimension> dimensions(int rank, TensorElement element) {
            var dimensions = new ArrayList<Dimension>();
            for (int d = 0; d < rank; d++) {
                long size = bytes.getInt(DIMENSIONS + d * Integer.BYTES) & 0xffff_ffffL;
                dimensions.add(
                        new Dimension(
                                size == 0 ? MOST_ELEMENTS : size,
                                d == 0 ? element.bytes() : stride(d),
                                number(BOX, d, "box", MOST_BOX),
                                number(ELEMENT_STRIDES, d, "element stride", MOST_STEP)));
            }
            return dimensions;
        }

        private long stride(int dimension) {
            int at = STRIDES + (dimension - 1) * Long.BYTES;
            long stride = bytes.getLong(at);
            if (stride < 0 || stride >= STRIDE_LIMIT || stride % ALIGNMENT != 0) {
                throw new MalformedTensorMapException(
                        at,
                        "stride of %d bytes when it should be a multiple of %d below 2^40"
                                .formatted(stride, ALIGNMENT));
            }
            return stride;
        }

        private int number(int field, int dimension, String name, int most) {
            int at = field + dimension * Integer.BYTES;
            int number = bytes.getInt(at);
            if (number < 1 || number > most) {
                throw new MalformedTensorMapException(
                        at,
                        "%s of %d elements when it should be 1 to %d"
                                .formatted(name, number, most));
            }
            return number;
        }

        private int code(int at, String name, int most) {
            int code = Byte.toUnsignedInt(bytes.get(at));
            if (code > most) {
                throw new MalformedTensorMapException(
                        at, "%s %d when it should be at most %d".formatted(name, code, most));
            }
            return code;
        }

        private static void check(TensorMap map) {
            if (map.address % ALIGNMENT != 0) {
                throw new MalformedTensorMapException(
                        ADDRESS,
                        "address 0x%x when it should be a multiple of %d"
                                .formatted(map.address, ALIGNMENT));
            }
            if (map.unsupported().isPresent()) {
                return;
            }
            int row = map.rowBytes();
            if (row % ALIGNMENT != 0) {
                throw new MalformedTensorMapException(
                        BOX,
                        "box whose first dimension has %d bytes when it should have a multiple of %d"
                                .formatted(row, ALIGNMENT));
            }
            int span = map.features.swizzle().span();
            if (span > 0 && row > span) {
                throw new MalformedTensorMapException(
                        BOX,
                        "box whose first dimension has %d bytes when the swizzle mode permits %d"
                                .formatted(row, span));
            }
            if (map.fill == Fill.NAN && !map.element.isFloat()) {
                throw new MalformedTensorMapException(
                        FILL, "NaN fill of elements that are no floating-point numbers");
            }
        }
    }
}
