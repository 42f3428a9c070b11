package org.offloadtck.object.container;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads the parameters of a kernel from its section `.nv.info.KERNEL`.
///
/// ```
/// record        u8 format, u8 attribute, u16 value or size; of format 4, size more bytes
/// KPARAM_INFO   u32 index, u16 ordinal, u16 offset, u32 flags in bits 0 to 17 and the size above
/// KPARAM_INFO2  u32 index, u16 ordinal, u16 offset, u16 size, u16 flags
/// ```
///
/// NVIDIA documents neither. Source of the names: what `cuobjdump --dump-elf` of CUDA 12 prints
/// (`EIATTR_*`, `EIFMT_*`); of the fields: the sections that `ptxas` 13.0 writes for parameters of
/// known offsets and sizes (`objects/parameters.ptx` of the corpus). `ptxas` writes the second form
/// for a kernel with more than 4,352 bytes of parameters.
final class KernelInfoReader {

    /// `EIFMT_NVAL`, `EIFMT_BVAL` and `EIFMT_HVAL`: the value is none, of 8 bits or of 16 bits.
    private static final int NO_VALUE = 1;

    private static final int BYTE_VALUE = 2;
    private static final int HALF_VALUE = 3;

    /// `EIFMT_SVAL`: bytes follow.
    private static final int SIZED_VALUE = 4;

    /// `EIATTR_KPARAM_INFO`.
    private static final int PARAMETER = 0x17;

    /// `EIATTR_KPARAM_INFO_V2`.
    private static final int LARGE_PARAMETER = 0x45;

    /// `EIATTR_CBANK_PARAM_SIZE`: the size of the parameter block.
    private static final int BLOCK_SIZE = 0x19;

    private static final int HEADER = 4;
    private static final int PARAMETER_BYTES = 12;

    /// Shift of the size in the last word of `EIATTR_KPARAM_INFO`.
    private static final int SIZE_SHIFT = 18;

    private final ObjectBytes section;
    private final List<KernelParameter> parameters = new ArrayList<>();
    private int blockSize;

    private KernelInfoReader(ObjectBytes section) {
        this.section = section;
    }

    /// The parameters in their order.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the records break their
    ///   format, or do not describe each byte of the parameter block at most once
    static List<KernelParameter> parameters(ObjectBytes section) {
        return new KernelInfoReader(section).read();
    }

    private List<KernelParameter> read() {
        for (long at = 0; at < section.size(); ) {
            at = record(at);
        }
        parameters.sort(comparingInt(KernelParameter::ordinal));
        requireDense();
        return List.copyOf(parameters);
    }

    /// Reads the record at `at`.
    ///
    /// @return the offset of the next record
    private long record(long at) {
        int format = section.u8(at, "format");
        int attribute = section.u8(at + 1, "attribute");
        int value = section.u16(at + 2, "value");
        long next = at + HEADER;
        return switch (format) {
            case NO_VALUE, BYTE_VALUE -> next;
            case HALF_VALUE -> {
                blockSize = attribute == BLOCK_SIZE ? value : blockSize;
                yield next;
            }
            case SIZED_VALUE -> {
                section.require(next, value, "value of attribute 0x%x".formatted(attribute));
                sized(attribute, next, value);
                yield next + value;
            }
            default ->
                    throw section.malformed(
                            at,
                            FormatRule.CODE,
                            "format is %d when it should be from 1 to 4".formatted(format));
        };
    }

    private void sized(int attribute, long at, int size) {
        if (attribute != PARAMETER && attribute != LARGE_PARAMETER) {
            return;
        }
        if (size != PARAMETER_BYTES) {
            throw section.malformed(
                    at - 2,
                    FormatRule.SIZE,
                    "description of a parameter has %d bytes when it should have %d"
                            .formatted(size, PARAMETER_BYTES));
        }
        int bytes =
                attribute == PARAMETER
                        ? (int) (section.u32(at + 8, "size") >>> SIZE_SHIFT)
                        : section.u16(at + 8, "size");
        parameters.add(
                new KernelParameter(
                        section.u16(at + 4, "ordinal"), section.u16(at + 6, "offset"), bytes));
    }

    private void requireDense() {
        int end = 0;
        for (int index = 0; index < parameters.size(); index++) {
            var parameter = parameters.get(index);
            require(
                    parameter.ordinal() == index,
                    FormatRule.UNIQUE,
                    "ordinal of a parameter is %d when it should be %d"
                            .formatted(parameter.ordinal(), index));
            require(
                    parameter.offset() >= end,
                    FormatRule.OVERLAP,
                    "parameter %d is at %d when the one before ends at %d"
                            .formatted(index, parameter.offset(), end));
            end = parameter.end();
        }
        require(
                end <= blockSize && (blockSize == 0 || end > 0),
                FormatRule.BOUNDS,
                "parameters end at %d when the parameter block has %d bytes"
                        .formatted(end, blockSize));
    }

    private void require(boolean held, FormatRule rule, String problem) {
        if (!held) {
            throw section.malformed(0, rule, problem);
        }
    }
}
