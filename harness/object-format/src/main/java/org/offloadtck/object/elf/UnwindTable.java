package org.offloadtck.object.elf;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// Where the functions of a file start and end, by the frame descriptions of `.eh_frame`.
///
/// Source: Linux Standard Base Core 5.0, section 10.6, "Exception Frames". Descriptions whose
/// pointers are not `DW_EH_PE_pcrel | DW_EH_PE_sdata4`, which compilers for 64-bit CPUs write, are
/// left out, and so is all that follows a malformed one.
///
/// @param functions the functions by their section and start
public record UnwindTable(Map<Integer, NavigableMap<Long, Long>> functions) {

    private static final String SECTION = ".eh_frame";

    /// `DW_EH_PE_pcrel | DW_EH_PE_sdata4`.
    private static final int RELATIVE_32 = 0x1b;

    /// A length that says that a longer one follows.
    private static final long EXTENDED = 0xffffffffL;

    /// Offset of the pointer to a function in its description, in bytes.
    private static final int START = 8;

    private static final int LENGTH = 12;

    /// The bytes of a function in its section.
    ///
    /// @param end offset of the byte after the function
    public record Range(long start, long end) {}

    public static UnwindTable of(ElfObject object) {
        var table = new UnwindTable(new HashMap<>());
        for (int index = 0; index < object.sections().size(); index++) {
            if (object.sections().get(index).name().equals(SECTION)) {
                try {
                    table.read(object, index);
                } catch (MalformedObjectException _) {
                    // What was read before stays known.
                }
            }
        }
        return table;
    }

    /// The function with the byte at `offset` of the section at that index; empty if no description
    /// covers it.
    public Optional<Range> function(int section, long offset) {
        return Optional.ofNullable(functions.get(section))
                .map(starts -> starts.floorEntry(offset))
                .map(entry -> new Range(entry.getKey(), entry.getKey() + entry.getValue()))
                .filter(range -> offset < range.end());
    }

    private void read(ElfObject object, int index) {
        var frames = object.sections().get(index).contents();
        var targets = new HashMap<Long, Relocation>();
        object.relocations(index).forEach(row -> targets.putIfAbsent(row.offset(), row));
        var encodings = new HashMap<Long, Integer>();
        long at = 0;
        while (at < frames.size()) {
            long length = frames.u32(at, "length");
            if (length == EXTENDED) {
                return;
            }
            if (length != 0) {
                long common = frames.u32(at + 4, "CIE pointer");
                if (common == 0) {
                    encodings.put(at, encoding(object.sections().get(index), at));
                } else if (encodings.getOrDefault(at + 4 - common, 0) == RELATIVE_32) {
                    add(object, index, at, targets);
                }
            }
            at += 4 + length;
        }
    }

    /// The encoding of pointers in the descriptions that share the information at `at`; 0 if it
    /// cannot be read.
    private static int encoding(Section frames, long at) {
        var fields = frames.contents().cursor(at + START);
        int version = fields.u8("version");
        var augmentation = fields.cString("augmentation");
        fields.uleb128("code alignment");
        fields.sleb128("data alignment");
        if (version == 1) {
            fields.u8("return register");
        } else {
            fields.uleb128("return register");
        }
        if (!augmentation.startsWith("z")) {
            return 0;
        }
        fields.uleb128("augmentation length");
        for (int letter : augmentation.substring(1).chars().toArray()) {
            switch (letter) {
                case 'R' -> {
                    return fields.u8("pointer encoding");
                }
                case 'L' -> fields.u8("LSDA encoding");
                case 'P' -> {
                    int personality = fields.u8("personality encoding") & 0xf;
                    boolean isNarrow = personality == 3 || personality == 0xb;
                    fields = frames.contents().cursor(fields.position() + (isNarrow ? 4 : 8));
                }
                default -> {
                    // `S` and `B` have no data.
                }
            }
        }
        return 0;
    }

    private void add(ElfObject object, int index, long at, Map<Long, Relocation> targets) {
        var frames = object.sections().get(index);
        long length = frames.contents().u32(at + LENGTH, "function length");
        if (object.header().type().equals(ElfType.RELOCATABLE)) {
            var target = targets.get(at + START);
            if (target != null && target.symbol() < object.symbols().size()) {
                var symbol = object.symbols().get(target.symbol());
                relocated(symbol, target.addend(), length);
            }
        } else {
            int distance = (int) frames.contents().u32(at + START, "function start");
            linked(object, frames.address() + at + START + distance, length);
        }
    }

    private void relocated(Symbol symbol, long addend, long length) {
        if (symbol.place() instanceof SymbolPlace.InSection(var section)) {
            put(section, symbol.value() + addend, length);
        }
    }

    private void linked(ElfObject object, long address, long length) {
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (section.address() != 0
                    && address >= section.address()
                    && address - section.address() < section.size()) {
                put(index, address - section.address(), length);
                return;
            }
        }
    }

    private void put(int section, long start, long length) {
        functions.computeIfAbsent(section, _ -> new TreeMap<>()).put(start, length);
    }
}
