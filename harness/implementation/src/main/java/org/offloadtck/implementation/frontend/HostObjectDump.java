package org.offloadtck.implementation.frontend;

import static java.util.stream.Collectors.toCollection;
import static org.offloadtck.object.elf.model.SectionFlag.EXECINSTR;
import static org.offloadtck.object.elf.model.SectionFlag.MERGE;
import static org.offloadtck.object.elf.model.SectionFlag.STRINGS;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.offloadtck.implementation.lowering.HostObjectSections;
import org.offloadtck.implementation.lowering.SourceLocations;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.abi.Ident;

/// The contents of a host object except its machine code, as lines of text, so that objects of one
/// source can be compared line by line, whichever compiler made them.
///
/// There is a line for each section (`section`), each symbol with its place (`symbol`), each field
/// that a linker relocates (`field`), each string (`string`), each constant that a linker merges
/// (`constant`), each `ident_t` (`ident`), and the bytes of every other section, 16 to a line
/// (`bytes`).
///
/// The dump omits everything that depends on machine code: executable sections, unwind tables,
/// functions that only code refers to, undefined symbols, `.llvm_addrsig`. It also omits debug
/// information; the name of the producer; symbols with the prefix `.L`, which an assembler may
/// drop; the numbers that make local names unique; the order of strings and of constants with
/// addresses; and the device code.
///
/// Requirement: FO-22.
public final class HostObjectDump {

    private static final int ROW = 16;

    private static final List<String> LEFT_OUT =
            List.of(
                    ".eh_frame",
                    ".debug",
                    ".comment",
                    ".note.GNU-stack",
                    ".llvm_addrsig",
                    ElfObject.OFFLOADING_SECTION,
                    "__CLANG_OFFLOAD_BUNDLE__");

    /// The offset of the text's address in an `ident_t`.
    private static final int IDENT_TEXT = Ident.SIZE - Long.BYTES;

    private static final Pattern NUMBER = Pattern.compile("\\.\\d+$");

    private final ElfObject object;
    private final Set<String> lines = new TreeSet<>();

    private HostObjectDump(ElfObject object) {
        this.object = object;
    }

    /// Dumps `object`, a relocatable object; the lines are sorted.
    public static List<String> of(ElfObject object) {
        var outline = new HostObjectDump(object);
        var listed = outline.listed();
        listed.forEach(outline::section);
        outline.symbols(listed);
        return List.copyOf(outline.lines);
    }

    private List<Integer> listed() {
        return IntStream.range(1, object.sections().size())
                .filter(index -> isListed(object.sections().get(index)))
                .boxed()
                .toList();
    }

    private static boolean isListed(Section section) {
        var tables = Set.of(SectionType.SYMTAB, SectionType.STRTAB, SectionType.RELA);
        return !tables.contains(section.type())
                && !section.has(EXECINSTR)
                && section.size() > 0
                && LEFT_OUT.stream().noneMatch(section.name()::startsWith);
    }

    private void section(int index) {
        var section = object.sections().get(index);
        lines.add(
                "section %s type 0x%x flags 0x%x align %d rows of %d"
                        .formatted(
                                section.name(),
                                section.type().code(),
                                section.flags(),
                                section.alignment(),
                                section.entrySize()));
        if (!section.type().occupiesFile()) {
            return;
        }
        if (section.name().equals(HostObjectSections.relocated().name())) {
            object.relocations(index).forEach(relocation -> constant(section, relocation));
            return;
        }
        object.relocations(index).forEach(relocation -> field(section, relocation));
        if (section.has(STRINGS)) {
            strings(section);
        } else if (section.has(MERGE)) {
            rows(section, Math.toIntExact(section.entrySize()), "constant %1$s %3$s");
        } else {
            rows(section, ROW, "bytes %s+0x%x %s");
        }
    }

    /// A constant with an address: an `ident_t`, or only the address.
    private void constant(Section section, Relocation relocation) {
        var target = target(relocation);
        long begin = relocation.offset() - IDENT_TEXT;
        if (begin >= 0 && isIdent(section, begin)) {
            var ident = Ident.parse(section.contents(), begin);
            lines.add(
                    "ident flags 0x%x reserved %d %d %d to %s"
                            .formatted(
                                    ident.flags(),
                                    ident.reserved1(),
                                    ident.reserved2(),
                                    ident.reserved3(),
                                    target));
        } else {
            lines.add("address relocation %d to %s".formatted(relocation.type(), target));
        }
    }

    /// Whether only the last eight of the bytes at `begin` are an address, and flags are set.
    private boolean isIdent(Section section, long begin) {
        var index = object.sections().indexOf(section);
        return Ident.parse(section.contents(), begin).flags() == SourceLocations.KMPC
                && object.relocations(index).stream()
                        .noneMatch(other ->
                                other.offset() >= begin && other.offset() < begin + IDENT_TEXT);
    }

    private void field(Section section, Relocation relocation) {
        lines.add(
                "field %s+0x%x relocation %d to %s"
                        .formatted(
                                section.name(),
                                relocation.offset(),
                                relocation.type(),
                                target(relocation)));
    }

    private void strings(Section section) {
        for (long at = 0; at < section.size(); ) {
            var text = section.contents().cString(at, "string");
            at += text.length() + 1L;
            if (!text.isEmpty() || section.alignment() == 1) {
                lines.add("string %s '%s'".formatted(section.name(), text));
            }
        }
    }

    private void rows(Section section, int row, String form) {
        var bytes = section.bytes();
        for (int at = 0; at < bytes.length; at += row) {
            var hex = HexFormat.of().formatHex(bytes, at, Math.min(at + row, bytes.length));
            lines.add(form.formatted(section.name(), at, hex));
        }
    }

    private void symbols(List<Integer> listed) {
        var referred =
                listed.stream()
                        .flatMap(index -> object.relocations(index).stream())
                        .map(this::target)
                        .collect(toCollection(TreeSet::new));
        for (var symbol : object.symbols()) {
            if (symbol.place() instanceof SymbolPlace.InSection(var index) && isNamed(symbol)) {
                boolean isCode = object.sections().get(index).has(EXECINSTR);
                if (isCode && referred.contains(symbol.name())) {
                    lines.add("%s in %s".formatted(label(symbol), sectionName(index)));
                } else if (listed.contains(index)) {
                    lines.add("%s at %s".formatted(label(symbol), place(index, symbol)));
                }
            }
        }
    }

    private String place(int index, Symbol symbol) {
        var section = object.sections().get(index);
        return section.has(STRINGS)
                ? "%s '%s'"
                        .formatted(
                                section.name(),
                                section.contents().cString(symbol.value(), "string"))
                : "%s+0x%x, %d bytes".formatted(section.name(), symbol.value(), symbol.size());
    }

    private static String label(Symbol symbol) {
        var name = symbol.isLocal() ? NUMBER.matcher(symbol.name()).replaceAll("") : symbol.name();
        return "symbol %s binding %d type %d %s"
                .formatted(
                        name, symbol.binding().code(), symbol.type().code(), symbol.visibility());
    }

    private static boolean isNamed(Symbol symbol) {
        return !symbol.type().equals(SymbolType.SECTION)
                && !symbol.name().isEmpty()
                && !symbol.name().startsWith(".L");
    }

    /// The target of a relocated field: a symbol, a string, or a place in a section.
    private String target(Relocation relocation) {
        var symbol = object.symbols().get(relocation.symbol());
        if (!(symbol.place() instanceof SymbolPlace.InSection(var index))) {
            return symbol.name();
        }
        var section = object.sections().get(index);
        long offset = symbol.value() + relocation.addend();
        if (section.has(STRINGS)) {
            return "'%s'".formatted(section.contents().cString(offset, "string"));
        }
        return at(index, offset).stream()
                .findFirst()
                .orElse("%s+0x%x".formatted(section.name(), offset));
    }

    private List<String> at(int section, long offset) {
        var names = new ArrayList<String>();
        for (var symbol : object.symbols()) {
            if (symbol.place().equals(new SymbolPlace.InSection(section))
                    && symbol.value() == offset
                    && isNamed(symbol)) {
                names.add(symbol.name());
            }
        }
        return names;
    }

    private String sectionName(int index) {
        return object.sections().get(index).name();
    }
}
