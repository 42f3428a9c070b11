package org.offloadtck.ptx.text.declaration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.ptx.ir.DebugLocation.InlinedCall;
import org.offloadtck.ptx.ir.DebugLocation.SourceLine;

/// Parses `.file` and `.loc`, and keeps the debug location of the next instruction (PTX ISA §11.5).
public final class DebugLineParser {

    private static final long MAX_VALUE = Integer.MAX_VALUE;

    private final TokenStream tokens;
    private final NumberParser numbers;
    private final DebugNames names;
    private final Map<Place, List<InlinedCall>> inlined = new HashMap<>();
    private DebugLocation current = DebugLocation.Unknown.UNKNOWN;

    /// A position in a numbered file.
    private record Place(long file, int line, int column) {}

    DebugLineParser(TokenStream tokens, DebugNames names) {
        this.tokens = tokens;
        this.numbers = new NumberParser(tokens);
        this.names = names;
    }

    /// A parser of other tokens of the same text.
    DebugLineParser reading(TokenStream others) {
        return new DebugLineParser(others, names);
    }

    public DebugLocation current() {
        return current;
    }

    /// Begins a function, to which no earlier `.loc` applies.
    public void reset() {
        current = DebugLocation.Unknown.UNKNOWN;
        inlined.clear();
    }

    /// `.file 1 "zaxpy.cpp", 1700000000, 575`; its content is in [DebugNames] already, since clang
    /// writes it after the code.
    public void file() {
        tokens.next();
        numbers.count("the file number", MAX_VALUE);
        tokens.expect(TokenKind.STRING);
        while (tokens.accept(TokenKind.COMMA)) {
            numbers.integer();
        }
    }

    /// `.loc 1 5 3, function_name $L__info_string0, inlined_at 1 10 3`. If `1 10 3` was inlined
    /// itself, its own `.loc` came before.
    public void location() {
        tokens.next();
        var place = place();
        String function = "";
        var chain = new ArrayList<InlinedCall>();
        while (tokens.accept(TokenKind.COMMA)) {
            var attribute = tokens.expect(TokenKind.NAME);
            if (tokens.is(attribute, "inlined_at")) {
                var call = place();
                chain.add(new InlinedCall(function, file(call), call.line(), call.column()));
                chain.addAll(inlined.getOrDefault(call, List.of()));
            } else if (tokens.is(attribute, "function_name")) {
                function = function();
            } else {
                throw tokens.error(
                        attribute, "unknown attribute '%s'".formatted(tokens.of(attribute)));
            }
        }
        inlined.put(place, List.copyOf(chain));
        current = new SourceLine(file(place), place.line(), place.column(), chain);
    }

    /// A label in `.debug_str` or the section itself, or an offset from one.
    private String function() {
        var name =
                tokens.atWord(DebugNames.SECTION) ? tokens.next() : tokens.expect(TokenKind.NAME);
        String label = tokens.of(name);
        long offset = tokens.accept(TokenKind.PLUS) ? numbers.integer() : 0;
        return names.string(label, offset);
    }

    private Place place() {
        long file = numbers.count("the file number", MAX_VALUE);
        int line = (int) numbers.count("the line", MAX_VALUE);
        int column = (int) numbers.count("the column", MAX_VALUE);
        return new Place(file, line, column);
    }

    private String file(Place place) {
        return names.file(place.file());
    }
}
