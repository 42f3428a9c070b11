package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The resolutions of the symbols of the bitcode files of one device link: which definition of a
/// name the link takes, and which definitions the optimizer must keep.
///
/// The optimizer internalizes and drops every other definition, such as the functions of the device
/// runtime that no kernel calls.
///
/// Requirement: DL-06.
///
/// @see "LLVM 16 and 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, linkBitcodeFiles:
///   StrongResolutions, UsedInRegularObj, lto::SymbolResolution"
final class SymbolResolutions {

    /// The first line of each file's table.
    private static final String FIRST_LINE = "version: ";

    /// Visibility, then seven flags. Source: LLVM 16, llvm/tools/llvm-lto2/llvm-lto2.cpp,
    /// dumpSymtab.
    private static final Pattern SYMBOL =
            Pattern.compile("([DHP])([U-])[C-]([W-])[I-]([O-])[T-][X-] (.*)");

    /// The line that follows a symbol that is in a section with a name.
    private static final Pattern SECTION = Pattern.compile(" {9}section (.*)");

    /// Sections for which linkers define `__start_` and `__stop_` symbols.
    private static final Pattern C_IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final List<FileSymbols> files;
    private final Predicate<String> usedByObjects;

    private SymbolResolutions(List<FileSymbols> files, Predicate<String> usedByObjects) {
        this.files = files;
        this.usedByObjects = usedByObjects;
    }

    /// A symbol of a bitcode file.
    ///
    /// @param visibility `D`, `H` or `P`: default, hidden, protected
    /// @param omitted whether a linker may omit it from the symbol table of its output
    /// @param section the name of its section; empty for most
    private record LtoSymbol(
            String name,
            char visibility,
            boolean undefined,
            boolean weak,
            boolean omitted,
            String section) {

        LtoSymbol in(String named) {
            return new LtoSymbol(name, visibility, undefined, weak, omitted, named);
        }

        boolean isStrongDefinition() {
            return !undefined && !weak;
        }

        boolean isVisible() {
            return visibility != 'H' && !omitted;
        }

        boolean isFinal() {
            return visibility != 'D' && !undefined;
        }
    }

    /// The symbols of one file, in the order of its table.
    private record FileSymbols(Path file, List<LtoSymbol> symbols) {}

    /// Reads the symbol tables that [LtoTool#printingSymbols] prints for `files`.
    ///
    /// @param usedByObjects whether an object that is linked with `files` has a symbol of that name
    static SymbolResolutions of(List<Path> files, String tables, Predicate<String> usedByObjects) {
        var all = new ArrayList<FileSymbols>();
        for (String line : tables.lines().toList()) {
            if (line.startsWith(FIRST_LINE) && all.size() < files.size()) {
                all.add(new FileSymbols(files.get(all.size()), new ArrayList<>()));
            } else if (!all.isEmpty()) {
                read(line, all.getLast().symbols());
            }
        }
        return new SymbolResolutions(all, usedByObjects);
    }

    private static void read(String line, List<LtoSymbol> symbols) {
        var symbol = SYMBOL.matcher(line);
        if (symbol.matches()) {
            symbols.add(
                    new LtoSymbol(
                            symbol.group(5),
                            symbol.group(1).charAt(0),
                            symbol.group(2).equals("U"),
                            symbol.group(3).equals("W"),
                            symbol.group(4).equals("O"),
                            ""));
            return;
        }
        var section = SECTION.matcher(line);
        if (section.matches() && !symbols.isEmpty()) {
            symbols.add(symbols.removeLast().in(section.group(1)));
        }
    }

    /// The options of `llvm-lto2` that state the resolutions: `-r=FILE,SYMBOL,FLAGS`, with `p` for
    /// the prevailing definition, `x` for one that is kept, `l` for one that is final.
    List<String> options() {
        Set<String> strong = new HashSet<>();
        for (FileSymbols each : files) {
            each.symbols().stream()
                    .filter(LtoSymbol::isStrongDefinition)
                    .forEach(symbol -> strong.add(symbol.name()));
        }
        Set<String> taken = new HashSet<>();
        var options = new ArrayList<String>();
        for (FileSymbols each : files) {
            for (LtoSymbol symbol : each.symbols()) {
                boolean overridden = symbol.weak() && strong.contains(symbol.name());
                boolean prevails = !symbol.undefined() && !overridden && taken.add(symbol.name());
                options.add(
                        "-r=%s,%s,%s"
                                .formatted(each.file(), symbol.name(), flags(symbol, prevails)));
            }
        }
        return options;
    }

    private String flags(LtoSymbol symbol, boolean prevails) {
        boolean kept =
                usedByObjects.test(symbol.name())
                        || C_IDENTIFIER.matcher(symbol.section()).matches()
                        || (prevails && symbol.isVisible());
        return (prevails ? "p" : "") + (kept ? "x" : "") + (symbol.isFinal() ? "l" : "");
    }
}
