package org.offloadtck.implementation.lowering;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.MERGE;
import static org.offloadtck.object.elf.model.SectionFlag.STRINGS;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SectionAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// The contents of a host object by section: sections with unique names, in the order of first use,
/// with the greatest alignment of their parts. Constants go to the sections that LLVM's x86-64 back
/// end selects.
///
/// Requirements: FO-05, FO-16, FO-19, FO-20.
///
/// @see "LLVM 16, llvm/lib/Target/TargetLoweringObjectFile.cpp, getKindForGlobal;
///   llvm/lib/CodeGen/TargetLoweringObjectFileImpl.cpp, getELFSectionNameForGlobal"
public final class HostObjectSections {

    /// Constants of more bytes than this are aligned to this number of bytes.
    ///
    /// @see "LLVM 16, llvm/lib/IR/DataLayout.cpp, getPreferredAlign"
    private static final int LARGE = 16;

    private final Map<String, Head> heads = new LinkedHashMap<>();
    private final Map<String, List<Part>> parts = new LinkedHashMap<>();

    /// The fields of a section's header.
    ///
    /// @param row size of each constant in a section whose constants a linker merges; otherwise 0
    public record Head(String name, SectionType type, long flags, int row) {}

    /// Bytes at one place, with their symbol.
    private record Part(
            long alignment, SymbolDefinition symbol, Consumer<SectionAssembler> contents) {}

    /// Adds the contents of `symbol`.
    ///
    /// @param contents writes `symbol.size()` bytes
    void add(
            Head section,
            long alignment,
            SymbolDefinition symbol,
            Consumer<SectionAssembler> contents) {
        heads.putIfAbsent(section.name(), section);
        parts.computeIfAbsent(section.name(), _ -> new ArrayList<>())
                .add(new Part(alignment, symbol, contents));
    }

    /// Adds a string to a section whose strings linkers merge.
    ///
    /// @param section its name
    void string(String section, long alignment, String symbol, String text) {
        byte[] bytes = terminated(text);
        var head =
                new Head(section, SectionType.PROGBITS, SectionFlag.mask(ALLOC, MERGE, STRINGS), 1);
        add(head, alignment, SymbolDefinition.local(symbol, bytes.length), out -> out.bytes(bytes));
    }

    /// Adds a string with the default section and alignment.
    void string(String symbol, String text) {
        long alignment = terminated(text).length > LARGE ? LARGE : 1;
        string(".rodata.str1." + alignment, alignment, symbol, text);
    }

    /// Adds a constant array.
    void constants(String symbol, List<Long> values) {
        int size = values.size() * Long.BYTES;
        var head =
                switch (size) {
                    case 8, 16, 32 ->
                            new Head(
                                    ".rodata.cst" + size,
                                    SectionType.PROGBITS,
                                    SectionFlag.mask(ALLOC, MERGE),
                                    size);
                    default -> readOnly();
                };
        add(
                head,
                size > LARGE ? LARGE : Long.BYTES,
                SymbolDefinition.local(symbol, size),
                out -> values.forEach(out::u64));
    }

    /// Adds a constant of which only the address is significant.
    void handle(SymbolDefinition symbol) {
        add(readOnly(), 1, symbol, out -> out.u8(0));
    }

    /// Adds an array with the address of each target.
    void addresses(String symbol, List<String> targets) {
        int size = targets.size() * Long.BYTES;
        add(
                relocated(),
                size > LARGE ? LARGE : Long.BYTES,
                SymbolDefinition.local(symbol, size),
                out -> targets.forEach(target -> out.address(target, 0)));
    }

    /// Adds one address to a section of addresses.
    void address(Head section, String target) {
        var symbol = HostSymbolNames.privateSymbol(section.name());
        add(
                section,
                Long.BYTES,
                SymbolDefinition.local(symbol, Long.BYTES),
                out -> out.address(target, 0));
    }

    static Head readOnly() {
        return new Head(".rodata", SectionType.PROGBITS, SectionFlag.mask(ALLOC), 0);
    }

    /// The section of constants with addresses, which a loader relocates.
    public static Head relocated() {
        return new Head(".data.rel.ro", SectionType.PROGBITS, SectionFlag.mask(ALLOC, WRITE), 0);
    }

    static byte[] terminated(String text) {
        return (text + "\0").getBytes(UTF_8);
    }

    /// The object with these sections.
    ElfAssembler assembler() {
        var object = new ElfAssembler(ElfMachine.X86_64);
        heads.values().forEach(head -> write(head, begin(head, object)));
        return object;
    }

    private SectionAssembler begin(Head head, ElfAssembler object) {
        long alignment =
                parts.getOrDefault(head.name(), List.of()).stream()
                        .mapToLong(Part::alignment)
                        .max()
                        .orElse(1);
        if (head.row() == 0) {
            return object.section(head.name(), head.type(), head.flags(), alignment);
        }
        return STRINGS.in(head.flags())
                ? object.strings(head.name(), alignment)
                : object.constants(head.name(), head.row(), alignment);
    }

    private void write(Head head, SectionAssembler section) {
        for (var part : parts.getOrDefault(head.name(), List.of())) {
            section.align(part.alignment()).define(part.symbol());
            part.contents().accept(section);
        }
    }
}
