package org.offloadtck.object.ir;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.CompiledModule.Side;
import org.offloadtck.object.ir.CompiledModule.Statement;
import org.offloadtck.object.ir.ModuleSymbol.Kind;
import org.offloadtck.object.ir.ModuleSymbol.Presence;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;

/// Reads the symbols that a PTX module declares at module scope (PTX ISA §11). Function bodies and
/// initialisers are skipped.
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

    private static final Set<String> HEAD = Set.of(".version", ".target", ".address_size");

    /// Directives that are skipped up to their `;` or the end of their block.
    private static final Set<String> SKIPPED =
            Set.of(".section", ".pragma", ".alias", ".branchtargets");

    private static final Set<TokenKind> END_OF_NAME =
            Set.of(TokenKind.OPEN_BRACKET, TokenKind.EQUALS, TokenKind.COMMA, TokenKind.SEMICOLON);

    /// The types of variables and parameters: PTX ISA §5.2.1 and §5.4.2.
    private static final Pattern WIDTH = Pattern.compile("\\.([usbfv])(\\d{1,3})");

    /// Number of words after which an initial value is not read any further.
    private static final int LONGEST = 4096;

    /// The function that every target region calls first.
    private static final String TARGET_INIT = "__kmpc_target_init";

    private final PtxText text;
    private final TokenStream tokens;
    private final Map<String, ModuleSymbol> symbols = new LinkedHashMap<>();
    private final List<KernelPrologue> prologues = new ArrayList<>();
    private Statement target = Statement.NONE;
    private String version = "";
    private Statement addressSize = Statement.NONE;

    private PtxReader(PtxText text) {
        this.text = text;
        this.tokens = new TokenStream(text);
    }

    /// Reads a module.
    ///
    /// @throws IrSyntaxException if `characters` is not a PTX module
    static CompiledModule read(String source, String characters) {
        try {
            return new PtxReader(new PtxText(source, characters)).module();
        } catch (PtxSyntaxException e) {
            throw new IrSyntaxException(source, position(characters, e.span()), e.problem());
        }
    }

    private static TextPosition position(String characters, TextSpan span) {
        int lineStart = 0;
        for (int line = 1; line < span.line(); line++) {
            lineStart = characters.indexOf('\n', lineStart) + 1;
        }
        return new TextPosition(lineStart + span.column() - 1, span.line(), span.column());
    }

    /// Whether the text begins with a directive of the head of a PTX module. The first should be
    /// `.version`.
    static boolean startsIn(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                .findFirst()
                .filter(line -> HEAD.contains(line.split("\\s", 2)[0]))
                .isPresent();
    }

    private CompiledModule module() {
        while (!tokens.at(TokenKind.END)) {
            directive();
        }
        return new CompiledModule(
                text.source(),
                Language.PTX,
                Side.DEVICE,
                target.text(),
                target.position(),
                version,
                "",
                addressSize,
                List.copyOf(symbols.values()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                prologues);
    }

    private void directive() {
        var first = tokens.next();
        if (LINE.contains(text.of(first))) {
            line(first);
            return;
        }
        if (SKIPPED.contains(text.of(first))) {
            skipStatement(first);
            return;
        }
        var keyword = first;
        while (LINKAGE.containsKey(text.of(keyword))) {
            keyword = take(first);
        }
        if (FUNCTION.contains(text.of(keyword))) {
            function(first, keyword);
        } else if (VARIABLE.contains(text.of(keyword))) {
            variable(first, keyword);
        } else {
            throw error(
                    keyword,
                    "is '%s' when it should be a directive of a module"
                            .formatted(text.of(keyword)));
        }
    }

    /// The next token, which is not the end of the file.
    private PtxToken peek(PtxToken begin) {
        if (tokens.at(TokenKind.END)) {
            throw error(
                    begin,
                    "'%s' has no end when it should end before the file does"
                            .formatted(text.of(begin)));
        }
        return tokens.peek();
    }

    private PtxToken take(PtxToken begin) {
        peek(begin);
        return tokens.next();
    }

    private void line(PtxToken first) {
        var rest = new StringBuilder();
        while (!tokens.at(TokenKind.END) && tokens.peek().line() == first.line()) {
            rest.append(text.of(tokens.next()));
        }
        if (tokens.is(first, ".target")) {
            target = new Statement(rest.toString(), position(first));
        } else if (tokens.is(first, ".version")) {
            version = rest.toString();
        } else if (tokens.is(first, ".address_size")) {
            addressSize = new Statement(rest.toString(), position(first));
        }
    }

    /// `.func (.param .b32 r) name (…) … ;` or `{…}`, `.entry name (…) … {…}`.
    private void function(PtxToken first, PtxToken keyword) {
        if (peek(keyword).kind() == TokenKind.OPEN_PARENTHESIS) {
            skipBrackets(keyword);
        }
        var name = take(keyword);
        var parameters = new ArrayList<String>();
        while (peek(keyword).kind() != TokenKind.SEMICOLON
                && peek(keyword).kind() != TokenKind.OPEN_BRACE) {
            if (peek(keyword).kind() == TokenKind.OPEN_PARENTHESIS) {
                parameters(keyword, parameters);
            } else {
                tokens.next();
            }
        }
        boolean isDefined = peek(keyword).kind() == TokenKind.OPEN_BRACE;
        if (isDefined) {
            body(keyword, text.of(name));
        } else {
            tokens.next();
        }
        boolean isKernel = tokens.is(keyword, ".entry");
        add(
                first,
                name,
                isKernel ? Kind.KERNEL : Kind.FUNCTION,
                isDefined ? Presence.DEFINED : Presence.DECLARED,
                new SymbolContent.Code(parameters));
    }

    /// Adds the type of each parameter between the parentheses.
    private void parameters(PtxToken begin, List<String> parameters) {
        int depth = 0;
        boolean typed = true;
        do {
            var token = take(begin);
            depth += token.kind().nesting();
            if (tokens.is(token, ".param")) {
                typed = false;
            } else if (!typed && WIDTH.matcher(text.of(token)).matches()) {
                parameters.add(text.of(token));
                typed = true;
            }
        } while (depth > 0);
    }

    /// Skips a body and records the call that begins a target region.
    private void body(PtxToken begin, String function) {
        int depth = 0;
        do {
            var token = take(begin);
            depth += token.kind().nesting();
            if (tokens.is(token, TARGET_INIT)) {
                prologues.add(new KernelPrologue(function, 0, 0, "", -1, position(token)));
            }
        } while (depth > 0);
    }

    /// `.global .align 4 .b8 name[4] = {…};`: the name is the last word before `[`, `=`, `,` or
    /// `;`.
    private void variable(PtxToken first, PtxToken keyword) {
        var name = keyword;
        long size = 1;
        int width = 0;
        while (!END_OF_NAME.contains(peek(keyword).kind())) {
            name = tokens.next();
            var type = WIDTH.matcher(text.of(name));
            if (type.matches()) {
                width = Integer.parseInt(type.group(2)) / Byte.SIZE;
                size *= type.group(1).equals("v") ? Integer.parseInt(type.group(2)) : width;
            }
        }
        if (name.kind() == TokenKind.WORD) {
            throw error(keyword, "a variable has no name when it should have one");
        }
        size = array(keyword, size);
        var value = tokens.at(TokenKind.EQUALS) ? words(keyword, width) : new ModuleConstant.Zero();
        skipStatement(keyword);
        add(
                first,
                name,
                Kind.VARIABLE,
                tokens.is(first, ".extern") ? Presence.DECLARED : Presence.DEFINED,
                new SymbolContent.Data(width == 0 ? SymbolContent.UNKNOWN_SIZE : size, value));
    }

    /// The size of an array, of which each `[4]` is a dimension.
    private long array(PtxToken begin, long element) {
        long size = element;
        while (tokens.at(TokenKind.OPEN_BRACKET)) {
            tokens.next();
            var count = take(begin);
            boolean isKnown = size >= 0 && count.kind() == TokenKind.INTEGER;
            long elements = isKnown ? integer(text.of(count)) : 0;
            boolean fits = isKnown && elements >= 0 && elements < Integer.MAX_VALUE;
            size = fits && size < Integer.MAX_VALUE ? size * elements : SymbolContent.UNKNOWN_SIZE;
            if (count.kind() != TokenKind.CLOSE_BRACKET) {
                take(begin);
            }
        }
        return size;
    }

    /// The initial value, up to its `;`.
    private ModuleConstant words(PtxToken begin, int width) {
        var words = new ArrayList<ModuleConstant>();
        while (peek(begin).kind() != TokenKind.SEMICOLON && words.size() < LONGEST) {
            var token = tokens.next();
            boolean isName = token.kind() == TokenKind.NAME;
            if (token.kind() == TokenKind.INTEGER) {
                words.add(new ModuleConstant.Scalar(integer(text.of(token))));
            } else if (isName && !tokens.at(TokenKind.OPEN_PARENTHESIS)) {
                words.add(new ModuleConstant.Address(text.of(token)));
            } else if (token.kind() == TokenKind.FLOATING) {
                words.add(new ModuleConstant.Unread());
            }
        }
        return new ModuleConstant.Words(width, words);
    }

    private static long integer(String text) {
        try {
            return text.startsWith("0x")
                    ? Long.parseUnsignedLong(text.substring(2), 16)
                    : Long.parseUnsignedLong(text);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private void add(
            PtxToken first, PtxToken name, Kind kind, Presence presence, SymbolContent content) {
        var symbol =
                new ModuleSymbol(
                        text.of(name),
                        kind,
                        LINKAGE.getOrDefault(text.of(first), Linkage.INTERNAL),
                        Visibility.UNSTATED,
                        presence,
                        "",
                        ModuleSymbol.UNSTATED_ALIGNMENT,
                        position(name),
                        content);
        symbols.merge(text.of(name), symbol, (known, next) -> known.isDefined() ? known : next);
    }

    /// Skips up to and including the next `;` outside of brackets; of a `.section`, up to the end
    /// of its block.
    private void skipStatement(PtxToken begin) {
        while (peek(begin).kind() != TokenKind.SEMICOLON) {
            boolean isBlock = peek(begin).kind() == TokenKind.OPEN_BRACE;
            if (peek(begin).kind().nesting() > 0) {
                skipBrackets(begin);
            } else {
                tokens.next();
            }
            if (isBlock && tokens.is(begin, ".section")) {
                return;
            }
        }
        tokens.next();
    }

    /// Skips the next bracket and everything up to the one that closes it.
    private void skipBrackets(PtxToken begin) {
        int depth = 0;
        do {
            depth += take(begin).kind().nesting();
        } while (depth > 0);
    }

    private static TextPosition position(PtxToken token) {
        return new TextPosition(token.start(), token.line(), token.column());
    }

    private IrSyntaxException error(PtxToken token, String problem) {
        return new IrSyntaxException(text.source(), position(token), problem);
    }
}
