package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// A block of a bitstream: records and nested blocks.
///
/// @see "LLVM 16, docs/BitCodeFormat.rst, Blocks"
final class BitstreamBlock {

    /// Width of an abbreviation id outside every block, in bits. Source: LLVM 16,
    /// docs/BitCodeFormat.rst, Abbreviation IDs; as the four ids.
    private static final int TOP_LEVEL_WIDTH = 2;

    private static final int END_BLOCK = 0;
    private static final int ENTER_SUBBLOCK = 1;
    private static final int DEFINE_ABBREV = 2;
    private static final int UNABBREV_RECORD = 3;

    /// The first abbreviation a block defines.
    private static final int FIRST_DEFINED = 4;

    /// The block that defines abbreviations for the other blocks. Source: as before, Standard
    /// Blocks; as the next.
    private static final long BLOCKINFO = 0;

    private static final long SETBID = 1;

    /// The widest abbreviation id, in bits. Source: LLVM 16,
    /// llvm/lib/Bitstream/Reader/BitstreamReader.cpp, `EnterSubBlock`, `MaxChunkSize`.
    private static final int WIDEST_ID = 32;

    /// Number of bytes at the end that LLVM ignores: too few for a block. Source: LLVM 16,
    /// llvm/lib/Bitcode/Reader/BitcodeReader.cpp, `getBitcodeFileContents`.
    private static final long LARGEST_GARBAGE = 8;

    private final Stream shared;
    private final long id;
    private final int width;
    private final long start;
    private final long end;
    private final List<Abbreviation> abbreviations = new ArrayList<>();

    private BitstreamBlock(Stream shared, long id, int width, long start, long end) {
        this.shared = shared;
        this.id = id;
        this.width = width;
        this.start = start;
        this.end = end;
        abbreviations.addAll(shared.registered.getOrDefault(id, List.of()));
    }

    /// What the blocks of a stream have in common.
    private record Stream(
            BitstreamReader reader,
            BitstreamRecord record,
            Map<Long, List<Abbreviation>> registered) {}

    /// Receives the entries of a block, in file order.
    interface Visitor {

        void record(BitstreamRecord record);

        /// A nested block; the visitor may read it.
        default void block(BitstreamBlock nested) {}
    }

    /// The blocks outside every block, after `start`.
    ///
    /// @param start offset in `file`, in bytes
    static List<BitstreamBlock> topLevel(ObjectBytes file, long start) {
        var reader = new BitstreamReader(file, start);
        var blocks = new ArrayList<BitstreamBlock>();
        while (reader.offset() + LARGEST_GARBAGE < file.size()) {
            long entry = reader.fixed(TOP_LEVEL_WIDTH, "abbreviation id");
            if (entry != ENTER_SUBBLOCK) {
                throw reader.malformed(
                        FormatRule.CODE,
                        "abbreviation id is %d when it should be %d, a block"
                                .formatted(entry, ENTER_SUBBLOCK));
            }
            var block = enter(new Stream(reader, new BitstreamRecord(file), new HashMap<>()));
            blocks.add(block);
            reader.seek(block.end);
        }
        return blocks;
    }

    private static BitstreamBlock enter(Stream shared) {
        var reader = shared.reader;
        long id = reader.variable(8, "block id");
        long width = reader.variable(4, "width of abbreviation ids");
        if (width < TOP_LEVEL_WIDTH || width > WIDEST_ID) {
            throw reader.malformed(
                    FormatRule.SIZE,
                    "abbreviation ids have %s bits when they should have %d to %d"
                            .formatted(Long.toUnsignedString(width), TOP_LEVEL_WIDTH, WIDEST_ID));
        }
        reader.align();
        long size = reader.fixed(Integer.SIZE, "block length") * Integer.BYTES;
        long start = reader.offset();
        reader.bytes().requireTable(start, size, 1, "block %d".formatted(id));
        return new BitstreamBlock(shared, id, (int) width, start, start + size);
    }

    long id() {
        return id;
    }

    /// Offset of the block's first entry, in bytes.
    long start() {
        return start;
    }

    MalformedObjectException malformed(String problem) {
        return shared.reader.bytes().malformed(start, FormatRule.CODE, problem);
    }

    /// Reads the block.
    void read(Visitor visitor) {
        var reader = shared.reader;
        reader.seek(start);
        boolean isOpen = true;
        while (isOpen) {
            isOpen = entry(visitor);
        }
        reader.align();
        if (reader.offset() != end) {
            throw reader.malformed(
                    FormatRule.SIZE,
                    "block %d ends at 0x%x when it should end at 0x%x"
                            .formatted(
                                    id,
                                    reader.bytes().base() + reader.offset(),
                                    reader.bytes().base() + end));
        }
    }

    /// Reads an entry; false at the end of the block.
    private boolean entry(Visitor visitor) {
        long entry = shared.reader.fixed(width, "abbreviation id");
        if (entry == END_BLOCK) {
            return false;
        }
        if (entry == ENTER_SUBBLOCK) {
            nested(visitor);
        } else if (entry == DEFINE_ABBREV) {
            abbreviations.add(Abbreviation.parse(shared.reader));
        } else {
            if (entry == UNABBREV_RECORD) {
                unabbreviated();
            } else {
                abbreviation(entry).read(shared.reader, shared.record);
            }
            visitor.record(shared.record);
        }
        return true;
    }

    private void nested(Visitor visitor) {
        var nested = enter(shared);
        if (nested.end > end) {
            throw shared.reader.malformed(
                    FormatRule.BOUNDS,
                    "block %d ends after block %d, which contains it".formatted(nested.id, id));
        }
        if (nested.id == BLOCKINFO) {
            nested.information();
        } else {
            visitor.block(nested);
        }
        shared.reader.seek(nested.end);
    }

    private Abbreviation abbreviation(long entry) {
        if (entry - FIRST_DEFINED >= abbreviations.size()) {
            throw shared.reader.malformed(
                    FormatRule.INDEX,
                    "abbreviation id is %d in block %d, which defines %d"
                            .formatted(entry, id, abbreviations.size()));
        }
        return abbreviations.get((int) (entry - FIRST_DEFINED));
    }

    private void unabbreviated() {
        var reader = shared.reader;
        shared.record.start(reader.offset(), reader.variable(6, "record code"));
        long count = reader.count(6, 6, "number of operands");
        for (long index = 0; index < count; index++) {
            shared.record.add(reader.variable(6, "operand"));
        }
    }

    /// Reads the block as `BLOCKINFO`: each abbreviation is of the block that was named last.
    private void information() {
        var current = new long[] {-1};
        read(record -> {
            register(current[0]);
            if (record.code() == SETBID) {
                current[0] = record.operand(0);
            }
        });
        register(current[0]);
    }

    private void register(long block) {
        shared.registered.computeIfAbsent(block, _ -> new ArrayList<>()).addAll(abbreviations);
        abbreviations.clear();
    }
}
