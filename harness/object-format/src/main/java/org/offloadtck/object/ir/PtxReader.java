package org.offloadtck.object.ir;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.CompiledModule.Side;
import org.offloadtck.object.ir.ModuleSymbol.Kind;
import org.offloadtck.object.ir.ModuleSymbol.Presence;
import org.offloadtck.object.ir.PtxTokens.Token;

/// Reads the directives at the top of a PTX module. PTX ISA, Directives.
final class PtxReader {

    private static final Map<String, Linkage> LINKAGE =
            Map.of(
                    ".extern", Linkage.EXTERNAL,
                    ".visible", Linkage.EXTERNAL,
                    ".weak", Linkage.WEAK,
                    ".common", Linkage.COMMON);

    private static final Set<String> FUNCTION = Set.of(".func", ".entry");

    private static final Set<String> VARIABLE =
            Set.of(".global", ".const", ".shared", ".local", ".tex", ".texref", ".samplerref");

    /// Directives that end with their line.
    private static final Set<String> LINE =
            Set.of(".version", ".target", ".address_size", ".file", ".loc");

    /// Directives that nothing is read of, and that end with `;` or a block.
    private static final Set<String> SKIPPED =
            Set.of(".section", ".pragma", ".alias", ".branchtargets");

    private final String source;
    private final List<Token> tokens;
    private final Map<String, ModuleSymbol> symbols = new LinkedHashMap<>();
    private String target = "";
    private int at;

    PtxReader(String source, String text) {
        this.source = source;
        this.tokens = PtxTokens.of(source, text);
    }

    /// Whether the text begins with the directive that every PTX module begins with.
    static boolean startsIn(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                .findFirst()
                .filter(line -> line.startsWith(".version"))
                .isPresent();
    }

    CompiledModule module() {
        while (at < tokens.size()) {
            directive();
        }
        return new CompiledModule(
                source,
                Language.PTX,
                Side.DEVICE,
                target,
                List.copyOf(symbols.values()),
                List.of(),
                List.of());
    }

    private void directive() {
        var first = tokens.get(at);
        if (LINE.contains(first.text())) {
            line(first);
            return;
        }
        if (SKIPPED.contains(first.text())) {
            skipTo(";", first);
            return;
        }
        int from = at;
        while (at < tokens.size() && LINKAGE.containsKey(tokens.get(at).text())) {
            at++;
        }
        var what = peek(first);
        if (FUNCTION.contains(what.text())) {
            function(from, what);
        } else if (VARIABLE.contains(what.text())) {
            variable(from, what);
        } else {
            throw new IrSyntaxException(
                    source,
                    what.position(),
                    "is '%s' when it should be a directive of a module".formatted(what.text()));
        }
    }

    private Token peek(Token begin) {
        if (at >= tokens.size()) {
            throw new IrSyntaxException(
                    source,
                    begin.position(),
                    "'%s' has no end when it should end before the file does"
                            .formatted(begin.text()));
        }
        return tokens.get(at);
    }

    private void line(Token first) {
        var rest = new ArrayList<String>();
        at++;
        while (at < tokens.size() && tokens.get(at).position().line() == first.position().line()) {
            rest.add(tokens.get(at++).text());
        }
        if (first.is(".target")) {
            target = rest.stream().collect(Collectors.joining());
        }
    }

    /// `.func (.param .b32 r) name (…) … ;` or `{…}`, `.entry name (…) … {…}`.
    private void function(int from, Token what) {
        at++;
        if (peek(what).is("(")) {
            skipBrackets(what);
        }
        var name = peek(what);
        at++;
        while (!peek(what).is(";") && !peek(what).is("{")) {
            if (peek(what).is("(")) {
                skipBrackets(what);
            } else {
                at++;
            }
        }
        boolean defined = peek(what).is("{");
        if (defined) {
            skipBrackets(what);
        } else {
            at++;
        }
        add(from, name, what.is(".entry") ? Kind.KERNEL : Kind.FUNCTION, defined);
    }

    /// `.global .align 4 .b8 name[4] = {…};`: the name is the last word before `[`, `=`, `,` or
    /// `;`.
    private void variable(int from, Token what) {
        at++;
        var name = what;
        while (!isEndOfName(peek(what))) {
            name = peek(what);
            at++;
        }
        if (name.text().startsWith(".") || name.equals(what)) {
            throw new IrSyntaxException(
                    source, what.position(), "a variable has no name when it should have one");
        }
        skipTo(";", what);
        add(from, name, Kind.VARIABLE, !tokens.get(from).is(".extern"));
    }

    private static boolean isEndOfName(Token token) {
        return token.is("[") || token.is("=") || token.is(",") || token.is(";");
    }

    private void add(int from, Token name, Kind kind, boolean defined) {
        var linkage = LINKAGE.getOrDefault(tokens.get(from).text(), Linkage.INTERNAL);
        var symbol =
                new ModuleSymbol(
                        name.text(),
                        kind,
                        linkage,
                        Visibility.UNSTATED,
                        defined ? Presence.DEFINED : Presence.DECLARED,
                        "",
                        name.position());
        symbols.merge(name.text(), symbol, (known, next) -> known.isDefined() ? known : next);
    }

    /// Goes on after the sign, outside of brackets, or after a block that begins before it.
    private void skipTo(String sign, Token begin) {
        while (!peek(begin).is(sign)) {
            boolean block = peek(begin).is("{");
            if (block || peek(begin).is("(") || peek(begin).is("[")) {
                skipBrackets(begin);
            } else {
                at++;
            }
            if (block && begin.is(".section")) {
                return;
            }
        }
        at++;
    }

    /// Goes on after the bracket that closes the one that stands here.
    private void skipBrackets(Token begin) {
        int depth = 0;
        do {
            depth +=
                    switch (peek(begin).text()) {
                        case "(", "[", "{" -> 1;
                        case ")", "]", "}" -> -1;
                        default -> 0;
                    };
            at++;
        } while (depth > 0);
    }
}
