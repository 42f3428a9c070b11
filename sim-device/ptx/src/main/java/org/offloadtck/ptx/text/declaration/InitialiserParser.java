package org.offloadtck.ptx.text.declaration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Variable.Initial;
import org.offloadtck.ptx.ir.Variable.Value;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Parses the initialiser of a declaration: a constant expression, an address, or nested lists of
/// them.
///
/// A list may be empty, which means all zeros: LLVM omits trailing zeros of a list since version
/// 19, even if nothing else is left (`AggBuffer::printBytes` in NVPTXAsmPrinter.cpp).
final class InitialiserParser {

    private static final int WHOLE_ADDRESS = -1;

    private final TokenStream tokens;
    private final ConstantParser constants;
    private final Predicate<String> declared;
    private final List<Long> strides;
    private final List<Initial> initial = new ArrayList<>();
    private long element;
    private int depth;

    /// @param declared whether an initialiser may refer to a name
    /// @param strides number of values in one list by nesting depth, see
    ///   [Variable#strides][org.offloadtck.ptx.ir.Variable#strides]
    InitialiserParser(TokenStream tokens, Predicate<String> declared, List<Long> strides) {
        this.tokens = tokens;
        this.constants = new ConstantParser(tokens);
        this.declared = declared;
        this.strides = strides;
    }

    List<Initial> read() {
        if (!tokens.at(TokenKind.OPEN_BRACE)) {
            return List.of(new Initial(0, value()));
        }
        readElement();
        while (depth > 0) {
            tokens.expect(TokenKind.COMMA);
            readElement();
        }
        return initial;
    }

    private void readElement() {
        int before = depth;
        openLists();
        requireRoom();
        if (depth > before && tokens.at(TokenKind.CLOSE_BRACE) && strides.get(depth - 1) != 0) {
            element += strides.get(depth - 1);
        } else {
            initial.add(new Initial(element, value()));
            element++;
        }
        closeLists();
    }

    private void openLists() {
        while (tokens.at(TokenKind.OPEN_BRACE)) {
            if (depth == strides.size()) {
                throw tokens.error(
                        tokens.peek(), "the initialiser has more levels than the variable");
            }
            tokens.next();
            depth++;
        }
    }

    private void requireRoom() {
        long room = strides.getFirst();
        if (room != 0 && element >= room) {
            throw tokens.error(
                    tokens.peek(), "value %d of a variable of %d".formatted(element + 1, room));
        }
    }

    /// The element after a list is the one that would follow the full list.
    private void closeLists() {
        while (depth > 0 && tokens.accept(TokenKind.CLOSE_BRACE)) {
            depth--;
            long stride = strides.get(depth);
            element = stride == 0 ? element : Math.ceilDiv(element, stride) * stride;
        }
    }

    private Value value() {
        var start = tokens.peek();
        if (constants.atSymbol()) {
            return tokens.is(start, "generic") ? generic() : inSpace(WHOLE_ADDRESS);
        }
        var number = constants.immediate();
        boolean literal = start.kind() == TokenKind.INTEGER && tokens.previousEnd() == start.end();
        if (literal && tokens.accept(TokenKind.OPEN_PARENTHESIS)) {
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

    /// `+4`, `-4`, `+4*2` or nothing.
    private long offset() {
        boolean follows = tokens.accept(TokenKind.PLUS) || tokens.at(TokenKind.MINUS);
        return follows ? constants.integer("the offset") : 0;
    }
}
