package org.offloadtck.ptx.text.declaration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Parses variable declarations: `.global .align 8 .b8 table[2][4] = {…};`
public final class VariableParser {

    private static final String MANAGED = ".managed";

    private static final long MAX_ALIGNMENT = 1L << 30;

    /// A bound that no compiler reaches.
    private static final int MAX_DIMENSIONS = 64;

    /// A bound of the variables that ranges add to one statement, which no compiler reaches.
    private static final long MAX_LISTED_VARIABLES = 1 << 16;

    private static final Map<String, PtxType> TYPES =
            Stream.of(PtxType.values()).collect(Collectors.toMap(PtxType::suffix, type -> type));

    private final TokenStream tokens;
    private final NumberParser numbers;
    private final Predicate<String> declared;

    /// A parser of declarations.
    ///
    /// @param declared whether the module declares a name that an initialiser may refer to
    public VariableParser(TokenStream tokens, Predicate<String> declared) {
        this.tokens = tokens;
        this.numbers = new NumberParser(tokens);
        this.declared = declared;
    }

    /// The part of a declaration before the names.
    private record Shape(
            PtxLinkage linkage,
            StateSpace space,
            Placement placement,
            int alignment,
            int width,
            PtxType type) {}

    /// `.align` and `.attribute`.
    ///
    /// @param alignment 0 if it is not stated
    private record Placement(int alignment, boolean isManaged) {}

    /// The variables of one statement, from after its state space up to its semicolon.
    public List<Variable> statement(PtxLinkage linkage, StateSpace space) {
        var shape = shape(linkage, space);
        var variables = new ArrayList<Variable>();
        do {
            var name = tokens.expect(TokenKind.NAME);
            if (tokens.accept(TokenKind.LESS)) {
                range(shape, name, variables);
            } else {
                variables.add(variable(shape, name));
            }
        } while (tokens.accept(TokenKind.COMMA));
        tokens.expect(TokenKind.SEMICOLON);
        return variables;
    }

    /// `p<2>`: `p0` and `p1`, which are neither arrays nor initialised (PTX ISA §5.4.6). GCC
    /// declares the arguments of a call so.
    private void range(Shape shape, PtxToken prefix, List<Variable> variables) {
        long count =
                numbers.count("the length of the list", MAX_LISTED_VARIABLES - variables.size());
        tokens.expect(TokenKind.GREATER);
        for (long i = 0; i < count; i++) {
            variables.add(variable(shape, prefix, tokens.of(prefix) + i, List.of(), List.of()));
        }
    }

    /// `( .param .b32 a, .reg .b64 b )` or nothing.
    List<Variable> parameters() {
        if (!tokens.accept(TokenKind.OPEN_PARENTHESIS)) {
            return List.of();
        }
        var parameters = new ArrayList<Variable>();
        if (!tokens.at(TokenKind.CLOSE_PARENTHESIS)) {
            do {
                parameters.add(parameter());
            } while (tokens.accept(TokenKind.COMMA));
        }
        tokens.expect(TokenKind.CLOSE_PARENTHESIS);
        return parameters;
    }

    public PtxType type() {
        var token = tokens.expect(TokenKind.WORD);
        var type = TYPES.get(tokens.of(token).substring(1));
        if (type == null) {
            throw tokens.error(token, "unknown type '%s'".formatted(tokens.of(token)));
        }
        return type;
    }

    /// `.v2`, `.v4`, `.v8`, or 1 if none is present.
    public int width() {
        if (tokens.acceptWord(".v2")) {
            return 2;
        }
        if (tokens.acceptWord(".v4")) {
            return 4;
        }
        return tokens.acceptWord(".v8") ? 8 : 1;
    }

    /// `.v2`, `.v4`, or 1 if neither is present: the vectors of registers (PTX ISA §5.4.2).
    public int registerWidth() {
        var token = tokens.peek();
        int width = width();
        if (width > 4) {
            throw tokens.error(token, "a vector of registers has 8 elements when 4 are the most");
        }
        return width;
    }

    private Variable parameter() {
        boolean register = tokens.acceptWord(".reg");
        if (!register && !tokens.acceptWord(".param")) {
            throw tokens.unexpected("'.param'");
        }
        var shape = shape(PtxLinkage.LOCAL, register ? StateSpace.REG : StateSpace.PARAM);
        return variable(shape, tokens.expect(TokenKind.NAME));
    }

    private Shape shape(PtxLinkage linkage, StateSpace space) {
        var placement = placement();
        int width = space == StateSpace.REG ? registerWidth() : width();
        var type = type();
        if (space == StateSpace.PARAM) {
            pointerAttributes();
        }
        int natural = type.bytes() * width;
        int alignment = placement.alignment() == 0 ? natural : placement.alignment();
        return new Shape(linkage, space, placement, alignment, width, type);
    }

    /// `.align 4` and `.attribute(…)` in any order; the last alignment counts.
    private Placement placement() {
        int alignment = 0;
        boolean isManaged = false;
        while (tokens.atWord(".align") || tokens.atWord(".attribute")) {
            if (tokens.atWord(".align")) {
                alignment = alignment();
            } else {
                isManaged |= attributes();
            }
        }
        return new Placement(alignment, isManaged);
    }

    private int alignment() {
        if (!tokens.acceptWord(".align")) {
            return 0;
        }
        var token = tokens.peek();
        long alignment = numbers.count("the alignment", MAX_ALIGNMENT);
        if (Long.bitCount(alignment) != 1) {
            throw tokens.error(token, "alignment %d is not a power of two".formatted(alignment));
        }
        return (int) alignment;
    }

    /// `.attribute(.managed, .unified(19, 95))`, or nothing. Attributes other than `.managed`
    /// concern the host only and are skipped.
    ///
    /// @return whether `.managed` is among them
    boolean attributes() {
        boolean isManaged = false;
        while (tokens.acceptWord(".attribute")) {
            tokens.expect(TokenKind.OPEN_PARENTHESIS);
            do {
                isManaged |= attribute();
            } while (tokens.accept(TokenKind.COMMA));
            tokens.expect(TokenKind.CLOSE_PARENTHESIS);
        }
        return isManaged;
    }

    /// Whether the attribute is `.managed`.
    private boolean attribute() {
        boolean isManaged = tokens.of(tokens.expect(TokenKind.WORD)).equals(MANAGED);
        if (tokens.accept(TokenKind.OPEN_PARENTHESIS)) {
            do {
                numbers.integer();
            } while (tokens.accept(TokenKind.COMMA));
            tokens.expect(TokenKind.CLOSE_PARENTHESIS);
        }
        return isManaged;
    }

    /// `.ptr .global .align 4`: the target of a pointer parameter, an optimisation hint, which is
    /// skipped.
    private void pointerAttributes() {
        if (tokens.acceptWord(".ptr")) {
            if (tokens.at(TokenKind.WORD) && !tokens.atWord(".align")) {
                tokens.next();
            }
            alignment();
        }
    }

    private Variable variable(Shape shape, PtxToken name) {
        var stated = dimensions(shape, name);
        var initial =
                tokens.accept(TokenKind.EQUALS)
                        ? initialiser(name, Variable.strides(stated, shape.width()))
                        : List.<Variable.Initial>of();
        return variable(
                shape, name, tokens.of(name), counted(stated, shape.width(), initial), initial);
    }

    private static Variable variable(
            Shape shape,
            PtxToken token,
            String name,
            List<Long> dimensions,
            List<Variable.Initial> initial) {
        return new Variable(
                shape.linkage(),
                shape.space(),
                shape.alignment(),
                shape.width(),
                shape.type(),
                name,
                dimensions,
                initial,
                shape.placement().isManaged(),
                token.span());
    }

    /// The dimensions; an empty first bracket gets the length of the initialiser.
    private static List<Long> counted(
            List<Long> stated, int width, List<Variable.Initial> initial) {
        if (initial.isEmpty() || stated.isEmpty() || stated.getFirst() != 0) {
            return stated;
        }
        long row = width;
        for (long dimension : stated.subList(1, stated.size())) {
            row *= dimension;
        }
        var dimensions = new ArrayList<>(stated);
        dimensions.set(0, Math.ceilDiv(initial.getLast().element() + 1, Math.max(1, row)));
        return dimensions;
    }

    /// An initialiser may refer to its own variable.
    private List<Variable.Initial> initialiser(PtxToken name, List<Long> strides) {
        String self = tokens.of(name);
        Predicate<String> known = symbol -> symbol.equals(self) || declared.test(symbol);
        return new InitialiserParser(tokens, known, strides).read();
    }

    /// `[2][4]`; the dimension of an empty first bracket is 0.
    private List<Long> dimensions(Shape shape, PtxToken name) {
        var dimensions = new ArrayList<Long>();
        long size = (long) shape.type().bytes() * shape.width();
        while (tokens.accept(TokenKind.OPEN_BRACKET)) {
            if (dimensions.size() == MAX_DIMENSIONS) {
                throw tokens.error(
                        name,
                        "'%s' has more than %d dimensions"
                                .formatted(tokens.of(name), MAX_DIMENSIONS));
            }
            boolean unstated = dimensions.isEmpty() && tokens.at(TokenKind.CLOSE_BRACKET);
            long dimension = unstated ? 0 : numbers.count("the dimension", Long.MAX_VALUE);
            if (dimension != 0 && size > Long.MAX_VALUE / dimension) {
                throw tokens.error(
                        name, "'%s' is larger than 2^63 bytes".formatted(tokens.of(name)));
            }
            size *= Math.max(1, dimension);
            dimensions.add(dimension);
            tokens.expect(TokenKind.CLOSE_BRACKET);
        }
        return dimensions;
    }
}
