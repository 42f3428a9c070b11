package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// A bitcode file: its modules and its symbol table for linkers.
///
/// Bodies of functions are not read. A module written before LLVM 5 keeps the names of its symbols
/// in another way; the kit rejects it.
///
/// @param modules in file order; more than one if the module was split for LTO
/// @param tables the symbol table of the file, which covers all modules; none or one
public record BitcodeFile(List<BitcodeModule> modules, List<List<BitcodeSymbol>> tables) {

    public BitcodeFile {
        modules = List.copyOf(modules);
        tables = List.copyOf(tables);
    }

    /// Whether `file` starts with the magic of bitcode or of the wrapper around it.
    public static boolean startsIn(ObjectBytes file) {
        return BitcodeBlocks.startIn(file);
    }

    /// Parses a file.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the file breaks the format
    public static BitcodeFile parse(ObjectBytes file) {
        var blocks = BitcodeBlocks.parse(file);
        var modules = new ArrayList<BitcodeModule>();
        var identification = new Identification();
        for (int index = 0; index < blocks.blocks().size(); index++) {
            var block = blocks.blocks().get(index);
            if (block.id() == BitcodeBlocks.IDENTIFICATION) {
                identification = new Identification();
                block.read(identification);
            } else if (block.id() == BitcodeBlocks.MODULE) {
                var names = blocks.blob(BitcodeBlocks.STRTAB, index);
                var reader = new ModuleReader(blocks.file(), block, names);
                modules.add(reader.read(identification.producer, identification.epoch));
            }
        }
        if (modules.isEmpty()) {
            throw blocks.file()
                    .malformed(
                            0,
                            FormatRule.BOUNDS,
                            "the bitcode has no module when it should have one");
        }
        return new BitcodeFile(modules, table(blocks).map(List::of).orElse(List.of()));
    }

    private static Optional<List<BitcodeSymbol>> table(BitcodeBlocks blocks) {
        return BitcodeSymbolTable.read(blocks);
    }

    /// The identification block. Source of the codes: LLVM 16,
    /// llvm/include/llvm/Bitcode/LLVMBitCodes.h, `IdentificationCodes`.
    private static final class Identification implements BitstreamBlock.Visitor {

        private static final long STRING = 1;
        private static final long EPOCH = 2;

        private String producer = "";
        private long epoch;

        @Override
        public void record(BitstreamRecord record) {
            if (record.code() == STRING) {
                producer = record.text(0);
            } else if (record.code() == EPOCH) {
                epoch = record.operand(0);
            }
        }
    }
}
