package org.offloadtck.ptx.text.body;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.MnemonicMatcher.Match;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.text.body.OperandComputations.Computation;
import org.offloadtck.ptx.text.body.OperandComputations.Element;
import org.offloadtck.ptx.text.declaration.ConstantParser;
import org.offloadtck.ptx.text.declaration.ModuleSymbols;
import org.offloadtck.ptx.text.declaration.NumberParser;

/// Parses operands and resolves their names.
final class OperandParser {

    private static final int NUMBERED_REGISTERS = 32;

    /// `%pm0_64` to `%pm7_64` (PTX ISA §10, release 9.0).
    private static final int NUMBERED_64_REGISTERS = 8;

    /// One to two halves or one to four bytes, of one register or of two (PTX ISA §9.7.16.2).
    private static final Pattern PART = Pattern.compile("h[0-3]{1,2}|b[0-7]{1,4}");

    private static final Map<String, SpecialRegister> SPECIAL = specialRegisters();

    private final TokenStream tokens;
    private final ConstantParser constants;
    private final FunctionScopes names;
    private final ModuleSymbols symbols;
    private final OperandComputations computations;

    OperandParser(TokenStream tokens, FunctionScopes names, ModuleSymbols symbols) {
        this.tokens = tokens;
        this.constants = new ConstantParser(tokens);
        this.names = names;
        this.symbols = symbols;
        this.computations = new OperandComputations(names);
    }

    /// An operand with its first token, for diagnostics.
    record ParsedOperand(Operand operand, PtxToken token) {}

    /// Parses operands up to and including the semicolon.
    List<ParsedOperand> statement(Match match) {
        var operands = new ArrayList<ParsedOperand>();
        if (!tokens.at(TokenKind.SEMICOLON)) {
            do {
                var token = tokens.peek();
                var operand = operand();
                boolean indexed =
                        tokens.at(TokenKind.OPEN_BRACKET) && tokens.previousEnd() == token.end();
                var place = new Place(match, operands.size(), token);
                operands.add(new ParsedOperand(indexed ? element(place, operand) : operand, token));
            } while (tokens.accept(TokenKind.COMMA));
        }
        tokens.expect(TokenKind.SEMICOLON);
        return operands;
    }

    /// Where an operand is.
    ///
    /// @param position among the operands of the instruction, from 0
    private record Place(Match match, int position, PtxToken token) {

        boolean accesses() {
            var opcode = match.opcode();
            return switch (opcode) {
                case LD, LDU, ST, ST_ASYNC -> true;
                default -> false;
            };
        }

        boolean takesAddress() {
            var opcode = match.opcode();
            return position == 1 && (opcode == Opcode.MOV || opcode == Opcode.CVTA);
        }
    }

    /// `T[2]`, from the bracket: as `[T+8]` in a load or a store, as `T+8` elsewhere; `T[%r1+2]`:
    /// as a register with the address.
    private Operand element(Place place, Operand operand) {
        var token = place.token;
        if (!(operand instanceof Operand.Address(var symbol, _)) || !isArray(symbol)) {
            throw tokens.error(
                    token, "'%s' has an index and is not an array".formatted(tokens.of(token)));
        }
        tokens.expect(TokenKind.OPEN_BRACKET);
        if (constants.atSymbol()) {
            var element = element(symbol);
            tokens.expect(TokenKind.CLOSE_BRACKET);
            return computed(place, element);
        }
        long offset = constants.integer("the index") * elementBytes(symbol);
        tokens.expect(TokenKind.CLOSE_BRACKET);
        return place.accesses()
                ? new Operand.Memory(symbol, offset)
                : new Operand.Address(symbol, offset);
    }

    /// `%r1`, `%r1+2`, in brackets.
    private Element element(PtxSymbol array) {
        var token = tokens.next();
        var operand = names.find(tokens.of(token)).or(() -> resolve(token));
        if (!(operand.orElseThrow(() -> undeclared(token)) instanceof Register index)) {
            throw tokens.error(
                    token,
                    "the index '%s' is no register when it should be a register or a number"
                            .formatted(tokens.of(token)));
        }
        boolean isInteger =
                switch (index.type().kind()) {
                    case BITS, UNSIGNED, SIGNED -> index.type().bits() <= Long.SIZE;
                    case FLOAT, PREDICATE, OPAQUE -> false;
                };
        if (!isInteger) {
            throw tokens.error(
                    token,
                    "the index '%s' has the type .%s when it should be an integer of up to 64 bits"
                            .formatted(tokens.of(token), index.type().suffix()));
        }
        long offset = tokens.accept(TokenKind.PLUS) ? constants.integer("the index") : 0;
        var space = variable(array).map(Variable::space).orElseThrow();
        return new Element(array, space, elementBytes(array), index, offset);
    }

    /// The register with the address of an element.
    private Operand computed(Place place, Element element) {
        if (element.isArgument()) {
            throw elementError(
                    place,
                    element,
                    "is a register when an argument or result of a call takes a number");
        }
        if (!place.accesses() && !place.takesAddress()) {
            throw elementError(
                    place,
                    element,
                    "is a register when only 'ld', 'ldu', 'st', 'mov' and 'cvta' take elements");
        }
        var accessed = place.match.modifiers().or(StateSpace.GENERIC);
        checkSpace(place, element, accessed);
        if (!place.accesses()) {
            return value(place, element);
        }
        boolean isGeneric = accessed == StateSpace.GENERIC;
        return new Operand.Memory(
                isGeneric ? computations.generic(element) : computations.address(element), 0);
    }

    private PtxSyntaxException elementError(Place place, Element element, String problem) {
        return tokens.error(
                place.token, "the index of '%s' %s".formatted(element.array().name(), problem));
    }

    private void checkSpace(Place place, Element element, StateSpace accessed) {
        boolean isGeneric = accessed == StateSpace.GENERIC;
        boolean fits =
                isGeneric ? element.isGeneric() || !place.accesses() : element.isIn(accessed);
        if (!fits) {
            throw tokens.error(
                    place.token,
                    "'%s' is in .%s when the instruction takes %s"
                            .formatted(
                                    element.array().name(),
                                    element.space().suffix(),
                                    isGeneric ? "a generic address" : "." + accessed.suffix()));
        }
    }

    private Register value(Place place, Element element) {
        var type = place.match.types().getFirst();
        if (type.bits() == Long.SIZE && !type.isFloat()) {
            return computations.wideAddress(element);
        }
        if (type.bits() != element.addressBits() || type.isFloat()) {
            throw tokens.error(
                    place.token,
                    "the address of '%s' has %d bits when the instruction moves .%s"
                            .formatted(
                                    element.array().name(), element.addressBits(), type.suffix()));
        }
        return computations.address(element);
    }

    private boolean isArray(PtxSymbol symbol) {
        return variable(symbol).stream().anyMatch(array -> !array.dimensions().isEmpty());
    }

    /// The bytes that an index counts: those of the scalar type, also of arrays of vectors and of
    /// several dimensions; 1 in an array of unstated size. Source: `ptxas` of CUDA 13.0.
    private long elementBytes(PtxSymbol symbol) {
        return variable(symbol)
                .filter(array -> !array.dimensions().contains(0L))
                .map(array -> array.type().bytes())
                .orElse(1);
    }

    /// The declaration of a symbol; empty for a function.
    Optional<Variable> variable(PtxSymbol symbol) {
        return switch (symbol) {
            case PtxSymbol.Local(var variable, _) -> Optional.of(variable);
            case PtxSymbol.Parameter(var variable, _) -> Optional.of(variable);
            case PtxSymbol.Result(var variable, _) -> Optional.of(variable);
            case PtxSymbol.Global(var name) -> symbols.variable(name);
        };
    }

    /// Parses `( a, b )`, each a name, a number, a vector or a sink.
    List<Operand> group() {
        tokens.expect(TokenKind.OPEN_PARENTHESIS);
        var elements = new ArrayList<Operand>();
        if (!tokens.at(TokenKind.CLOSE_PARENTHESIS)) {
            do {
                elements.add(tokens.at(TokenKind.OPEN_BRACE) ? vector() : scalar());
            } while (tokens.accept(TokenKind.COMMA));
        }
        tokens.expect(TokenKind.CLOSE_PARENTHESIS);
        return elements;
    }

    /// Parses a predicate register.
    Register predicate() {
        var token = tokens.expect(TokenKind.NAME);
        if (named(token) instanceof Register register && register.type() == PtxType.PRED) {
            return register;
        }
        throw tokens.error(token, "'%s' is not a predicate register".formatted(tokens.of(token)));
    }

    Operand operand() {
        return switch (tokens.peek().kind()) {
            case BANG -> not();
            case OPEN_BRACE -> pair(vector());
            case OPEN_BRACKET -> memory();
            case MINUS -> minus();
            case NAME, INTEGER, FLOATING, PLUS, TILDE, OPEN_PARENTHESIS -> pair(scalar());
            case WORD,
                    STRING,
                    COMMA,
                    SEMICOLON,
                    COLON,
                    EQUALS,
                    CLOSE_BRACE,
                    CLOSE_PARENTHESIS,
                    CLOSE_BRACKET,
                    LESS,
                    GREATER,
                    AT,
                    BAR,
                    STAR,
                    SLASH,
                    AMPERSAND,
                    CARET,
                    QUESTION,
                    END ->
                    throw tokens.unexpected("an operand");
        };
    }

    /// `!p` of a predicate, or a constant expression.
    private Operand not() {
        var operator = tokens.expect(TokenKind.BANG);
        return constants.atSymbol()
                ? new Operand.Negated(predicate())
                : constants.immediateAfter(operator);
    }

    /// `-a` of a register or of a part of one, or a constant expression.
    private Operand minus() {
        var operator = tokens.expect(TokenKind.MINUS);
        if (!constants.atSymbol()) {
            return constants.immediateAfter(operator);
        }
        var operand = named(tokens.next());
        boolean selects = operand instanceof Register && tokens.at(TokenKind.WORD);
        return new Operand.Minus(selects ? part((Register) operand) : operand);
    }

    private Operand pair(Operand first) {
        return tokens.accept(TokenKind.BAR) ? new Operand.Pair(first, scalar()) : first;
    }

    private Operand.Vector vector() {
        tokens.expect(TokenKind.OPEN_BRACE);
        var elements = scalars();
        tokens.expect(TokenKind.CLOSE_BRACE);
        return new Operand.Vector(elements);
    }

    private List<Operand> scalars() {
        var elements = new ArrayList<Operand>();
        do {
            elements.add(scalar());
        } while (tokens.accept(TokenKind.COMMA));
        return elements;
    }

    /// A register, constant expression, address, or sink.
    private Operand scalar() {
        if (!constants.atSymbol()) {
            return constants.immediate();
        }
        var token = tokens.next();
        if (tokens.is(token, "_")) {
            return Operand.Sink.SINK;
        }
        var operand = named(token);
        return switch (operand) {
            case Operand.Address(var symbol, _) -> new Operand.Address(symbol, offset());
            case Register register when tokens.at(TokenKind.WORD) -> part(register);
            case Register register -> sum(register);
            default -> operand;
        };
    }

    /// `%r.h1`, `%r.b3210`
    private Operand part(Register register) {
        var word = tokens.peek();
        String selector = tokens.of(word).substring(1);
        if (!PART.matcher(selector).matches() || register.type().bits() != Integer.SIZE) {
            throw tokens.unexpected("',' or ';'");
        }
        tokens.next();
        return new Operand.Part(register, selector);
    }

    /// `%r + 4`: a new register, to which an addition before the instruction assigns the sum.
    private Register sum(Register register) {
        boolean adds = tokens.at(TokenKind.PLUS) || tokens.at(TokenKind.MINUS);
        int bits = register.type().bits();
        boolean addable = bits == Integer.SIZE || bits == Long.SIZE;
        return adds && addable && !register.type().isFloat()
                ? computations.sum(register, offset())
                : register;
    }

    /// The instructions that compute operands since the last call.
    List<Computation> takeComputations() {
        return computations.take();
    }

    /// `[a]`, `[a+4]`, `[a, {x, y}]`
    private Operand memory() {
        tokens.expect(TokenKind.OPEN_BRACKET);
        var base = base();
        boolean absolute = base == Operand.Absolute.ABSOLUTE;
        long offset = absolute ? constants.integer("the address") : offset();
        var coordinates = new ArrayList<Operand>();
        while (tokens.accept(TokenKind.COMMA)) {
            coordinates.add(tokens.at(TokenKind.OPEN_BRACE) ? vector() : scalar());
        }
        tokens.expect(TokenKind.CLOSE_BRACKET);
        return coordinates.isEmpty()
                ? new Operand.Memory(base, offset)
                : new Operand.Indexed(base, coordinates);
    }

    private Operand.Base base() {
        if (!constants.atSymbol()) {
            return Operand.Absolute.ABSOLUTE;
        }
        var token = tokens.next();
        var operand = named(token);
        if (operand instanceof Operand.Address(var symbol, _)) {
            return symbol;
        }
        if (operand instanceof Register register && register.type() != PtxType.PRED) {
            return register;
        }
        throw tokens.error(token, "'%s' has no address".formatted(tokens.of(token)));
    }

    /// `+4`, `-4`, `+4*2` or nothing.
    private long offset() {
        boolean follows = tokens.accept(TokenKind.PLUS) || tokens.at(TokenKind.MINUS);
        return follows ? constants.integer("the offset") : 0;
    }

    /// The operand of a name, with the component that follows it.
    private Operand named(PtxToken token) {
        return resolve(token).orElseThrow(() -> undeclared(token));
    }

    /// The operand of a name whose token was taken already; empty if the name is not declared.
    Optional<Operand> resolve(PtxToken token) {
        String name = tokens.of(token);
        var local = names.find(name);
        if (local.isPresent()) {
            return Optional.of(component(token, local.get()));
        }
        if (name.startsWith("%")) {
            return special(name);
        }
        if (name.equals(NumberParser.WARP_SIZE_NAME)) {
            return Optional.of(new Immediate.Int64(NumberParser.WARP_SIZE));
        }
        return symbols.declares(name)
                ? Optional.of(new Operand.Address(new PtxSymbol.Global(name), 0))
                : Optional.empty();
    }

    private PtxSyntaxException undeclared(PtxToken token) {
        String name = tokens.of(token);
        String what = name.startsWith("%") ? "register" : "name";
        return tokens.error(token, "undeclared %s '%s'".formatted(what, name));
    }

    private Operand component(PtxToken token, Operand operand) {
        if (!(operand instanceof Operand.Vector(var elements)) || !tokens.at(TokenKind.WORD)) {
            return operand;
        }
        var word = tokens.next();
        int index =
                word.end() - word.start() == 2
                        ? "xyzwrgba".indexOf(tokens.of(word).charAt(1)) % 4
                        : -1;
        if (index < 0 || index >= elements.size()) {
            throw tokens.error(
                    word,
                    "'%s' has %d elements and no '%s'"
                            .formatted(tokens.of(token), elements.size(), tokens.of(word)));
        }
        return elements.get(index);
    }

    private Optional<Operand> special(String name) {
        var whole = Optional.<Operand>ofNullable(SPECIAL.get(name));
        if (whole.isPresent()) {
            return whole;
        }
        if (!tokens.at(TokenKind.WORD)) {
            return allComponents(name);
        }
        var component = SPECIAL.get(name + tokens.of(tokens.peek()));
        if (component == null) {
            return Optional.empty();
        }
        tokens.next();
        return Optional.of(component);
    }

    /// `%tid` alone: the vector of its components.
    private static Optional<Operand> allComponents(String name) {
        var components =
                Stream.of("x", "y", "z", "w")
                        .map(component -> SPECIAL.get(name + "." + component))
                        .filter(Objects::nonNull)
                        .<Operand>map(component -> component)
                        .toList();
        return components.isEmpty()
                ? Optional.empty()
                : Optional.of(new Operand.Vector(components));
    }

    private static Map<String, SpecialRegister> specialRegisters() {
        var registers = new HashMap<String, SpecialRegister>();
        for (var name : SpecialRegister.Name.values()) {
            int count =
                    switch (name.shape()) {
                        case SCALAR -> 1;
                        case VECTOR -> 4;
                        case NUMBERED -> NUMBERED_REGISTERS;
                        case NUMBERED_64 -> NUMBERED_64_REGISTERS;
                    };
            for (int i = 0; i < count; i++) {
                var register = new SpecialRegister(name, i);
                registers.put(register.toString(), register);
            }
        }
        return registers;
    }

    /// A number with its noun: `1 operand`, `2 operands`.
    static String counted(int count, String noun) {
        return "%d %s%s".formatted(count, noun, count == 1 ? "" : "s");
    }
}
