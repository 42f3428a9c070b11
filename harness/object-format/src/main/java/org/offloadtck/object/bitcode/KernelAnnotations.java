package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// The kernels that `nvvm.annotations` of a module names: `!{ptr @kernel, !"kernel", i32 1}`. LLVM
/// 20 and earlier mark the kernels for NVIDIA GPUs so; later releases by the calling convention.
///
/// Source: LLVM 19, llvm/docs/NVPTXUsage.rst, "Marking Functions as Kernels";
/// llvm/include/llvm/Bitcode/LLVMBitCodes.h, `MetadataCodes`;
/// llvm/lib/Bitcode/Reader/MetadataLoader.cpp.
final class KernelAnnotations implements BitstreamBlock.Visitor {

    private static final int VALUE = 2;
    private static final int NODE = 3;
    private static final int NAME = 4;
    private static final int KIND = 6;
    private static final int NAMED_NODE = 10;
    private static final int STRINGS = 35;
    private static final int GLOBAL_DECL_ATTACHMENT = 36;
    private static final int INDEX_OFFSET = 38;
    private static final int INDEX = 39;

    /// The function, the string and the number.
    private static final int LEAST_OPERANDS = 3;

    private static final String ANNOTATIONS = "nvvm.annotations";
    private static final String KERNEL = "kernel";

    private final Map<Long, Long> values = new HashMap<>();
    private final Map<Long, long[]> nodes = new HashMap<>();
    private final Set<Long> kernelStrings = new HashSet<>();
    private final List<long[]> annotated = new ArrayList<>();
    private String name = "";

    /// The id of the next piece of metadata.
    private long next;

    /// Indices of the kernels among the module's global values.
    List<Long> kernels() {
        var kernels = new ArrayList<Long>();
        for (var ids : annotated) {
            for (long id : ids) {
                var node = nodes.get(id);
                if (node != null) {
                    kernel(node, kernels);
                }
            }
        }
        return kernels;
    }

    /// Operands of a node are ids plus 1; 0 is none.
    private void kernel(long[] node, List<Long> kernels) {
        var value = values.get(node[0] - 1);
        for (int index = 1; value != null && index < node.length; index += 2) {
            if (kernelStrings.contains(node[index] - 1)) {
                kernels.add(value);
            }
        }
    }

    @Override
    public void record(BitstreamRecord record) {
        switch ((int) record.code()) {
            case STRINGS -> strings(record);
            case NAME -> name = record.text(0);
            case NAMED_NODE -> {
                if (name.equals(ANNOTATIONS)) {
                    annotated.add(record.operands());
                }
            }
            case VALUE -> values.put(next++, record.operand(1));
            case NODE -> {
                if (record.size() >= LEAST_OPERANDS) {
                    nodes.put(next, record.operands());
                }
                next++;
            }
            case KIND, GLOBAL_DECL_ATTACHMENT, INDEX_OFFSET, INDEX -> {
                // Not metadata of their own.
            }
            default -> next++;
        }
    }

    /// Reads all strings: their number, the offset of the characters in the blob, and the blob,
    /// which starts with the lengths.
    private void strings(BitstreamRecord record) {
        long count = record.operand(0);
        var blob = record.blob();
        var lengths = new BitstreamReader(blob, 0);
        if (count < 0 || count > lengths.remaining() / 6) {
            throw blob.malformed(
                    0,
                    FormatRule.BOUNDS,
                    "%s strings are more than fit the blob"
                            .formatted(Long.toUnsignedString(count)));
        }
        long at = record.operand(1);
        for (long index = 0; index < count; index++) {
            long length = lengths.variable(6, "length of a string");
            if (isKernel(blob, at, length)) {
                kernelStrings.add(next);
            }
            at += length;
            next++;
        }
    }

    private static boolean isKernel(ObjectBytes blob, long at, long length) {
        return length == KERNEL.length() && blob.string(at, length, "string").equals(KERNEL);
    }
}
