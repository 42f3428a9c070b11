package org.offloadtck.object.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.CompiledModule.Side;
import org.offloadtck.object.ir.CompiledModule.Statement;
import org.offloadtck.object.ir.IrToken.Kind;
import org.offloadtck.object.ir.ModuleSymbol.Presence;

/// Reads LLVM IR in the form that LLVM prints: every entity of the module starts a line, and a
/// function body ends with a `}` at the start of a line. LLVM Language Reference, High Level
/// Structure.
final class IrReader {

    /// First line of printed modules.
    private static final String FIRST_COMMENT = "; ModuleID = ";

    /// First words of other modules.
    private static final Set<String> FIRST_WORDS =
            Set.of("source_filename", "target", "define", "declare");

    /// Entities that the reader skips.
    private static final Set<String> SKIPPED =
            Set.of("source_filename", "module", "attributes", "uselistorder", "uselistorder_bb");

    private static final Set<String> VARIABLE = Set.of("global", "constant");

    private static final Set<String> ALIAS = Set.of("alias", "ifunc");

    /// Calling conventions of functions that a host launches: LLVM Language Reference, Calling
    /// Conventions.
    private static final Set<String> KERNEL = Set.of("ptx_kernel", "amdgpu_kernel", "spir_kernel");

    private final String source;
    private final List<IrLine> lines = new ArrayList<>();
    private final List<ModuleSymbol> symbols = new ArrayList<>();
    private final IrMetadata metadata = new IrMetadata();
    private final IrTypes types = new IrTypes();
    private final IrBodies bodies;
    private String target = "";
    private TextPosition targetPosition = TextPosition.START;
    private String dataLayout = "";

    IrReader(String source, String text) {
        this.source = source;
        this.bodies = new IrBodies(source);
        int start = 0;
        int number = 1;
        boolean body = false;
        for (var line : text.split("\n", -1)) {
            boolean ends = line.stripTrailing().equals("}");
            if (!body) {
                var tokens = IrLine.of(source, start, number, line);
                lines.add(tokens);
                body = opensBody(tokens);
                if (body) {
                    var header = IrFunctionHeader.of(tokens);
                    bodies.open(header.name().text(), header.parameterNames());
                }
            } else if (ends) {
                body = false;
            } else {
                bodies.line(start, number, line);
            }
            start += line.length() + 1;
            number++;
        }
        if (body) {
            var last = lines.getLast();
            throw last.wrong(last.at(0), "the body of a function has no closing }");
        }
    }

    /// Whether the text starts as LLVM IR does.
    static boolean startsIn(String text) {
        if (text.startsWith(FIRST_COMMENT)) {
            return true;
        }
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith(";"))
                .findFirst()
                .filter(line -> FIRST_WORDS.contains(line.split("[ =]", 2)[0]))
                .isPresent();
    }

    private static boolean opensBody(IrLine line) {
        return line.at(0).isWord("define") && line.nesting() > 0;
    }

    CompiledModule module() {
        lines.stream().filter(line -> line.at(0).kind() == Kind.LOCAL).forEach(types::add);
        for (var line : lines) {
            if (!line.tokens().isEmpty()) {
                entity(line);
            }
        }
        var kernels = Set.copyOf(metadata.kernels());
        return new CompiledModule(
                source,
                Language.LLVM_IR,
                side(),
                target,
                targetPosition,
                "",
                dataLayout,
                Statement.NONE,
                symbols.stream()
                        .map(symbol -> kernels.contains(symbol.name()) ? symbol.asKernel() : symbol)
                        .toList(),
                metadata.offloadInfo(),
                metadata.offloadInfoPositions(),
                metadata.embedded(),
                bodies.launches(),
                bodies.prologues());
    }

    /// A module for a GPU with target regions is of OpenMP even if it lost its flag.
    private Side side() {
        if (metadata.isForDevice()) {
            return Side.DEVICE;
        }
        if (!CompiledModule.isGpu(target)) {
            return Side.HOST;
        }
        boolean hasRegions =
                symbols.stream()
                        .anyMatch(symbol -> symbol.name().startsWith(OffloadInfo.REGION_PREFIX));
        return hasRegions ? Side.DEVICE : Side.OTHER_DEVICE;
    }

    private void entity(IrLine line) {
        var first = line.at(0);
        switch (first.kind()) {
            case GLOBAL -> symbols.add(global(line));
            case METADATA -> metadata.add(line);
            case LOCAL -> {}
            case WORD -> word(line, first);
            case STRING, METADATA_STRING, SIGN -> throw unknown(line, first);
        }
    }

    private void word(IrLine line, IrToken first) {
        switch (first.text()) {
            case "define" -> symbols.add(function(line, Presence.DEFINED));
            case "declare" -> symbols.add(function(line, Presence.DECLARED));
            case "target" -> target(line);
            default -> {
                if (!SKIPPED.contains(first.text())
                        && !first.text().startsWith("$")
                        && !first.text().startsWith("^")) {
                    throw unknown(line, first);
                }
            }
        }
    }

    private static IrSyntaxException unknown(IrLine line, IrToken token) {
        return line.wrong(
                token,
                "'%s' at the start of a line is no entity of a module".formatted(token.text()));
    }

    private void target(IrLine line) {
        if (line.at(1).isWord("triple")) {
            if (!line.at(2).isSign("=") || line.at(3).kind() != Kind.STRING) {
                throw line.wrong(line.at(1), "the triple is not a string");
            }
            target = line.at(3).text();
            targetPosition = line.position(line.at(3));
        }
        if (line.at(1).isWord("datalayout")) {
            dataLayout = line.at(3).text();
        }
    }

    private ModuleSymbol global(IrLine line) {
        if (!line.at(1).isSign("=")) {
            throw line.wrong(line.at(1), "a global has no '=' after its name");
        }
        for (int at = 2; at < line.tokens().size(); at++) {
            var word = line.at(at);
            if (word.kind() == Kind.WORD && VARIABLE.contains(word.text())) {
                return symbol(
                        line,
                        ModuleSymbol.Kind.VARIABLE,
                        line.tokens().subList(2, at),
                        data(line.tokens().subList(at + 1, line.tokens().size())));
            }
            if (word.kind() == Kind.WORD && ALIAS.contains(word.text())) {
                return symbol(
                        line,
                        ModuleSymbol.Kind.ALIAS,
                        line.tokens().subList(2, at),
                        new SymbolContent.Unstated());
            }
        }
        throw line.wrong(line.at(2), "a global is neither global, constant, alias nor ifunc");
    }

    /// @param words between the name and the kind of the symbol
    private static ModuleSymbol symbol(
            IrLine line, ModuleSymbol.Kind kind, List<IrToken> words, SymbolContent content) {
        var linkage = linkage(words);
        boolean elsewhere =
                words.stream().anyMatch(word -> word.isWord("external"))
                        || linkage == Linkage.EXTERN_WEAK
                        || linkage == Linkage.AVAILABLE_EXTERNALLY;
        return new ModuleSymbol(
                line.at(0).text(),
                kind,
                linkage,
                visibility(words),
                elsewhere ? Presence.DECLARED : Presence.DEFINED,
                section(line),
                alignment(line),
                line.position(line.at(0)),
                content);
    }

    /// @param tokens after `global` or `constant`: type, initial value and properties
    private SymbolContent data(List<IrToken> tokens) {
        var parts = IrConstants.split(tokens);
        var first = parts.isEmpty() ? List.<IrToken>of() : parts.getFirst();
        boolean hasValue = first.size() > types.length(first);
        return new SymbolContent.Data(
                types.size(first),
                hasValue ? IrConstants.typed(first) : new ModuleConstant.Unread());
    }

    private ModuleSymbol function(IrLine line, Presence presence) {
        var header = IrFunctionHeader.of(line);
        var linkage = linkage(header.words());
        boolean kernel = header.words().stream().anyMatch(word -> KERNEL.contains(word.text()));
        return new ModuleSymbol(
                header.name().text(),
                kernel ? ModuleSymbol.Kind.KERNEL : ModuleSymbol.Kind.FUNCTION,
                linkage,
                visibility(header.words()),
                linkage == Linkage.AVAILABLE_EXTERNALLY ? Presence.DECLARED : presence,
                section(line),
                ModuleSymbol.UNSTATED_ALIGNMENT,
                line.position(header.name()),
                new SymbolContent.Code(header.parameters().stream().map(this::type).toList()));
    }

    private String type(List<IrToken> parameter) {
        return parameter.stream()
                .limit(Math.max(1, types.length(parameter)))
                .map(IrToken::text)
                .collect(Collectors.joining());
    }

    private static Linkage linkage(List<IrToken> words) {
        return words.stream()
                .filter(word -> word.kind() == Kind.WORD)
                .flatMap(word -> Linkage.of(word.text()).stream())
                .findFirst()
                .orElse(Linkage.EXTERNAL);
    }

    private static Visibility visibility(List<IrToken> words) {
        return words.stream()
                .filter(word -> word.kind() == Kind.WORD)
                .flatMap(word -> Visibility.of(word.text()).stream())
                .findFirst()
                .orElse(Visibility.DEFAULT);
    }

    /// The alignment after the initial value of a variable.
    private static long alignment(IrLine line) {
        for (int at = line.tokens().size() - 2; at > 0; at--) {
            if (line.at(at).isWord("align") && line.at(at + 1).text().matches("\\d{1,10}")) {
                return Long.parseLong(line.at(at + 1).text());
            }
        }
        return ModuleSymbol.UNSTATED_ALIGNMENT;
    }

    private static String section(IrLine line) {
        for (int at = 0; at < line.tokens().size(); at++) {
            if (line.at(at).isWord("section") && line.at(at + 1).kind() == Kind.STRING) {
                return line.at(at + 1).text();
            }
        }
        return "";
    }
}
