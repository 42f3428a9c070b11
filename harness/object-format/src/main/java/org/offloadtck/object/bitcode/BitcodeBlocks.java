package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// The blocks of a bitcode file, without the wrapper that Darwin and some archivers put around it.
///
/// @param file the bitcode without a wrapper
/// @param blocks in file order
record BitcodeBlocks(ObjectBytes file, List<BitstreamBlock> blocks) {

    /// `BC C0 DE`, read little-endian. Source: LLVM 16, docs/BitCodeFormat.rst, Magic Numbers.
    private static final long MAGIC = 0xdec04342L;

    /// Source: as before, Bitcode Wrapper Format; as the two offsets.
    private static final long WRAPPER_MAGIC = 0x0b17c0deL;

    private static final long WRAPPED_OFFSET = 8;
    private static final long WRAPPED_SIZE = 12;

    /// `MODULE_BLOCK_ID`. Source: LLVM 16, llvm/include/llvm/Bitcode/LLVMBitCodes.h; as the next.
    static final long MODULE = 8;

    /// `IDENTIFICATION_BLOCK_ID`.
    static final long IDENTIFICATION = 13;

    /// `STRTAB_BLOCK_ID`.
    static final long STRTAB = 23;

    /// `SYMTAB_BLOCK_ID`.
    static final long SYMTAB = 25;

    BitcodeBlocks {
        blocks = List.copyOf(blocks);
    }

    static boolean startIn(ObjectBytes file) {
        return file.size() >= Integer.BYTES
                && (file.u32(0, "magic") == MAGIC || file.u32(0, "magic") == WRAPPER_MAGIC);
    }

    static BitcodeBlocks parse(ObjectBytes file) {
        if (file.size() % Integer.BYTES != 0) {
            throw file.malformed(
                    file.size(),
                    FormatRule.SIZE,
                    "bitcode has %d bytes when it should have a multiple of %d"
                            .formatted(file.size(), Integer.BYTES));
        }
        var bitcode = unwrapped(file);
        long magic = bitcode.u32(0, "magic");
        if (magic != MAGIC) {
            throw bitcode.malformed(
                    0,
                    FormatRule.MAGIC,
                    "magic is 0x%x when it should be 0x%x".formatted(magic, MAGIC));
        }
        return new BitcodeBlocks(bitcode, BitstreamBlock.topLevel(bitcode, Integer.BYTES));
    }

    private static ObjectBytes unwrapped(ObjectBytes file) {
        if (file.u32(0, "magic") != WRAPPER_MAGIC) {
            return file;
        }
        long offset = file.u32(WRAPPED_OFFSET, "offset of the bitcode");
        long size = file.u32(WRAPPED_SIZE, "size of the bitcode");
        return file.window(offset, size, "bitcode");
    }

    /// The blob of the first block with that id from the block at index `first` on; empty if there
    /// is no such block.
    Optional<ObjectBytes> blob(long id, int first) {
        return blocks.stream()
                .skip(first)
                .filter(block -> block.id() == id)
                .findFirst()
                .map(BitcodeBlocks::blob);
    }

    /// The blob of the record with code 1, the only record of both tables. Source: LLVM 16,
    /// llvm/include/llvm/Bitcode/LLVMBitCodes.h, `STRTAB_BLOB`, `SYMTAB_BLOB`.
    private static ObjectBytes blob(BitstreamBlock block) {
        var blobs = new ArrayList<ObjectBytes>();
        block.read(record -> {
            if (record.code() == 1) {
                blobs.add(record.blob());
            }
        });
        if (blobs.isEmpty()) {
            throw block.malformed("block %d has no blob".formatted(block.id()));
        }
        return blobs.getFirst();
    }
}
