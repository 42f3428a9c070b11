package org.offloadtck.scenario.link;

import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;

/// The parts of a wrapper object that do not depend on the code generator, as lines of text:
/// sections, symbols, data and its relocations.
///
/// Excluded, because a compiler may choose them: machine code and the addresses of functions in it,
/// unwind tables, jump tables (a data section without symbols), string tables, the order of
/// sections and symbols, and whether a relocation refers to a symbol or to its section.
public record WrapperSummary(ElfObject object) {

    /// `SHT_X86_64_UNWIND`. Source: x86-64 psABI 1.0, table 4.3.
    private static final SectionType UNWIND = new SectionType(0x70000001L);

    private static final Set<SectionType> TABLES =
            Set.of(SectionType.NULL, SectionType.RELA, SectionType.SYMTAB, SectionType.STRTAB);

    /// All lines.
    public List<String> lines() {
        return Stream.of(sections(), symbols(), data(), relocations())
                .flatMap(List::stream)
                .toList();
    }

    /// Name, type, flags, alignment and size of each section; without the size of code.
    public List<String> sections() {
        return indices(this::isOfInterest)
                .mapToObj(object.sections()::get)
                .map(section ->
                        "%s type 0x%x flags 0x%x align %d size %s"
                                .formatted(
                                        section.name(),
                                        section.type().code(),
                                        section.flags(),
                                        section.alignment(),
                                        isCode(section) ? "-" : section.size()))
                .sorted()
                .toList();
    }

    /// Name, binding, visibility, type and place of each symbol.
    public List<String> symbols() {
        return object.symbols().stream()
                .filter(symbol -> !symbol.name().isEmpty())
                .filter(symbol -> isData(symbol) || isFunction(symbol) || symbol.isUndefined())
                .map(symbol ->
                        "%s %s %s %s in %s"
                                .formatted(
                                        symbol.name(),
                                        symbol.binding(),
                                        symbol.visibility(),
                                        symbol.type(),
                                        place(symbol)))
                .sorted()
                .toList();
    }

    /// The bytes of each data section, with relocated fields as zero.
    public List<String> data() {
        return indices(this::isOfInterest)
                .mapToObj(object.sections()::get)
                .filter(section -> !isCode(section) && section.type().occupiesFile())
                .map(section ->
                        "%s %s"
                                .formatted(
                                        section.name(), HexFormat.of().formatHex(section.bytes())))
                .sorted()
                .toList();
    }

    /// The relocations of data.
    public List<String> relocations() {
        return indices(this::isOfInterest)
                .filter(index -> !isCode(object.sections().get(index)))
                .boxed()
                .flatMap(index ->
                        object.relocations(index).stream()
                                .map(relocation ->
                                        "%s+%d type %d %s"
                                                .formatted(
                                                        object.sections().get(index).name(),
                                                        relocation.offset(),
                                                        relocation.type(),
                                                        target(relocation))))
                .sorted()
                .toList();
    }

    private IntStream indices(Predicate<Integer> wanted) {
        return IntStream.range(0, object.sections().size()).filter(wanted::test);
    }

    private boolean isOfInterest(int index) {
        var section = object.sections().get(index);
        return section.has(SectionFlag.ALLOC)
                && !TABLES.contains(section.type())
                && !section.type().equals(UNWIND)
                && (isArray(section) || symbols(index).findAny().isPresent());
    }

    private static boolean isArray(Section section) {
        return section.type().equals(SectionType.INIT_ARRAY)
                || section.type().equals(SectionType.FINI_ARRAY);
    }

    private static boolean isCode(Section section) {
        return section.has(SectionFlag.EXECINSTR);
    }

    /// The named symbols in section `index`.
    private Stream<Symbol> symbols(int index) {
        return object.symbols().stream()
                .filter(symbol -> !symbol.name().isEmpty())
                .filter(symbol -> isData(symbol) || isFunction(symbol))
                .filter(symbol -> symbol.place().equals(new SymbolPlace.InSection(index)));
    }

    private static boolean isData(Symbol symbol) {
        return symbol.type().equals(SymbolType.OBJECT);
    }

    private static boolean isFunction(Symbol symbol) {
        return symbol.type().equals(SymbolType.FUNC);
    }

    private String place(Symbol symbol) {
        return symbol.place() instanceof SymbolPlace.InSection(int index)
                ? place(symbol, object.sections().get(index))
                : "no section";
    }

    private static String place(Symbol symbol, Section section) {
        return isFunction(symbol)
                ? section.name()
                : "%s+%d, %d bytes".formatted(section.name(), symbol.value(), symbol.size());
    }

    private String target(Relocation relocation) {
        var symbol = object.symbols().get(relocation.symbol());
        if (!(symbol.place() instanceof SymbolPlace.InSection(int index))) {
            return "%s+%d".formatted(symbol.name(), relocation.addend());
        }
        long value = symbol.value() + relocation.addend();
        var section = object.sections().get(index);
        return isCode(section) ? function(index, value) : "%s+%d".formatted(section.name(), value);
    }

    private String function(int section, long value) {
        return symbols(section)
                .filter(symbol -> symbol.value() == value)
                .map(Symbol::name)
                .findFirst()
                .orElse("code+%d".formatted(value));
    }
}
