package org.offloadtck.ptx.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.offloadtck.ptx.ir.PtxType;
import org.offloadtck.ptx.ir.Variable.Initial;
import org.offloadtck.ptx.ir.Variable.Value;

/// Reads what follows `=` in a declaration: a number, an address, or nested lists of them.
final class InitialiserParser {

    private static final int WHOLE_ADDRESS = -1;

    private final Tokens tokens;
    private final Predicate<String> declared;

    /// @param declared whether a name may be pointed to
    InitialiserParser(Tokens tokens, Predicate<String> declared) {
        this.tokens = tokens;
        this.declared = declared;
    }

    /// @param width how many values make one array element
    List<Initial> read(List<Long> dimensions, int width) {
        var strides = strides(dimensions, width);
        var initial = new ArrayList<Initial>();
        if (!tokens.at(TokenKind.OPEN_BRACE)) {
            initial.add(new Initial(0, value()));
            return initial;
        }
        var room = room(strides);
        long element = 0;
        int depth = 0;
        do {
            if (tokens.at(TokenKind.OPEN_BRACE)) {
                if (depth == strides.size()) {
                    throw tokens.error(
                            tokens.peek(), "the initialiser has more levels than the variable");
                }
                tokens.next();
                depth++;
                continue;
            }
            if (tokens.at(TokenKind.CLOSE_BRACE)) {
                throw tokens.unexpected("a value");
            }
            if (room.isPresent() && element >= room.getAsLong()) {
                throw tokens.error(
                        tokens.peek(),
                        "value %d of a variable of %d".formatted(element + 1, room.getAsLong()));
            }
            initial.add(new Initial(element++, value()));
            while (depth > 0 && tokens.at(TokenKind.CLOSE_BRACE)) {
                tokens.next();
                depth--;
                element = roundUp(element, strides.get(depth));
            }
            if (depth > 0) {
                tokens.expect(TokenKind.COMMA);
            }
        } while (depth > 0);
        return initial;
    }

    /// How many values one list holds, by its depth, outermost first; 0 where that is unstated.
    static List<Long> strides(List<Long> dimensions, int width) {
        var strides = new ArrayList<Long>();
        long stride = 1;
        if (width > 1) {
            stride = width;
            strides.add(stride);
        }
        for (long dimension : dimensions.reversed()) {
            stride *= dimension;
            strides.addFirst(stride);
        }
        return strides;
    }

    private static OptionalLong room(List<Long> strides) {
        if (strides.isEmpty()) {
            return OptionalLong.of(1);
        }
        long outermost = strides.getFirst();
        return outermost == 0 ? OptionalLong.empty() : OptionalLong.of(outermost);
    }

    private static long roundUp(long element, long stride) {
        return stride == 0 ? element : Math.ceilDiv(element, stride) * stride;
    }

    private Value value() {
        var start = tokens.peek();
        if (start.kind() == TokenKind.NAME) {
            return tokens.is(start, "generic") ? generic() : inSpace(WHOLE_ADDRESS);
        }
        var number = tokens.immediate();
        if (start.kind() == TokenKind.INTEGER && tokens.accept(TokenKind.OPEN_PARENTHESIS)) {
            long mask = number.bits(PtxType.B64);
            var address = tokens.is(tokens.peek(), "generic") ? generic() : inSpace(mask);
            tokens.expect(TokenKind.CLOSE_PARENTHESIS);
            return new Value.Address(
                    address.symbol(), address.offset(), address.addressing(), mask);
        }
        return new Value.Constant(number);
    }

    private Value.Address generic() {
        tokens.next();
        tokens.expect(TokenKind.OPEN_PARENTHESIS);
        var address = inSpace(WHOLE_ADDRESS);
        tokens.expect(TokenKind.CLOSE_PARENTHESIS);
        long offset = address.offset() + offset();
        return new Value.Address(address.symbol(), offset, Value.Addressing.GENERIC, WHOLE_ADDRESS);
    }

    private Value.Address inSpace(long mask) {
        var name = tokens.expect(TokenKind.NAME);
        String symbol = tokens.of(name);
        if (!declared.test(symbol)) {
            throw tokens.error(name, "undeclared name '%s'".formatted(symbol));
        }
        return new Value.Address(symbol, offset(), Value.Addressing.IN_SPACE, mask);
    }

    /// `+4`, `-4`, `+-4` or nothing.
    private long offset() {
        if (tokens.at(TokenKind.MINUS)) {
            tokens.next();
            return -tokens.integer();
        }
        return tokens.accept(TokenKind.PLUS) ? tokens.signed() : 0;
    }
}
