package org.offloadtck.ptx.text.body;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// The registers, variables and labels of one function, scope by scope.
///
/// A register is created when an instruction first uses it, so that `.reg .b32 %r<1000000>;` costs
/// as much as `.reg .b32 %r<1>;`.
///
/// Requirement: SD-04.
final class FunctionScopes {

    private static final int MAX_RANGE_DIGITS = 10;

    private final List<Register> registers = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final Deque<Scope> scopes = new ArrayDeque<>();

    /// The names declared between two braces.
    private static final class Scope {
        private final Map<String, Name> names = new HashMap<>();
        private final Map<String, Range> ranges = new HashMap<>();
        private final Map<String, Integer> labels = new HashMap<>();
        private final Map<String, ControlFlowDirective> tables = new HashMap<>();
        private final List<LabelUse> uses = new ArrayList<>();
    }

    private sealed interface Name {
        /// A declared register that no instruction has used yet.
        record Declared(PtxType type, int width) implements Name {}

        record Known(Operand operand) implements Name {}
    }

    /// `%r<7>`: `%r0` to `%r6`.
    private record Range(PtxType type, int width, long count) {}

    /// A use of a label, which may be declared later.
    static final class LabelUse {
        private final PtxToken token;
        private final String name;
        private int target = -1;

        LabelUse(PtxToken token, String name) {
            this.token = token;
            this.name = name;
        }

        PtxToken token() {
            return token;
        }

        String name() {
            return name;
        }

        int target() {
            return target;
        }
    }

    int depth() {
        return scopes.size();
    }

    void open() {
        scopes.push(new Scope());
    }

    /// Closes the innermost scope and resolves the uses of its labels.
    ///
    /// @return a use of an undeclared label, if this was the outermost scope
    Optional<LabelUse> close() {
        var scope = scopes.pop();
        for (var use : scope.uses) {
            var target = scope.labels.get(use.name);
            if (target != null) {
                use.target = target;
            } else if (scopes.isEmpty()) {
                return Optional.of(use);
            } else {
                scopes.element().uses.add(use);
            }
        }
        return Optional.empty();
    }

    List<Register> registers() {
        return registers;
    }

    List<Variable> variables() {
        return variables;
    }

    /// Declares a register. As the other `declare` methods, it returns whether the name was new in
    /// the innermost scope.
    boolean declareRegister(String name, PtxType type, int width) {
        return scopes.element().names.putIfAbsent(name, new Name.Declared(type, width)) == null;
    }

    boolean declareRange(String prefix, PtxType type, int width, long count) {
        return scopes.element().ranges.putIfAbsent(prefix, new Range(type, width, count)) == null;
    }

    boolean declareVariable(Variable variable) {
        var symbol = new PtxSymbol.Local(variable, variables.size());
        variables.add(variable);
        return declareSymbol(symbol);
    }

    boolean declareSymbol(PtxSymbol symbol) {
        var name = new Name.Known(new Operand.Address(symbol, 0));
        return scopes.element().names.putIfAbsent(symbol.name(), name) == null;
    }

    boolean declareLabel(String name, int target) {
        return scopes.element().labels.putIfAbsent(name, target) == null;
    }

    boolean declareTable(String name, ControlFlowDirective table) {
        return scopes.element().tables.putIfAbsent(name, table) == null;
    }

    LabelUse use(PtxToken token, String label) {
        var use = new LabelUse(token, label);
        scopes.element().uses.add(use);
        return use;
    }

    Optional<ControlFlowDirective> table(String name) {
        for (var scope : scopes) {
            var table = scope.tables.get(name);
            if (table != null) {
                return Optional.of(table);
            }
        }
        return Optional.empty();
    }

    /// The register, vector of registers or address of a name.
    Optional<Operand> find(String name) {
        for (var scope : scopes) {
            var found = find(name, scope);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<Operand> find(String name, Scope scope) {
        return switch (scope.names.get(name)) {
            case Name.Known(var operand) -> Optional.of(operand);
            case Name.Declared(var type, int width) ->
                    Optional.of(create(name, type, width, scope));
            case null ->
                    ranged(name, scope).map(range -> create(name, range.type, range.width, scope));
        };
    }

    private Operand create(String name, PtxType type, int width, Scope scope) {
        var operand =
                width == 1
                        ? register(name, type)
                        : new Operand.Vector(
                                Register.elementNames(name, width).stream()
                                        .<Operand>map(element -> register(element, type))
                                        .toList());
        scope.names.put(name, new Name.Known(operand));
        return operand;
    }

    /// A register without a name in the text.
    Register temporary(String name, PtxType type) {
        return register(name, type);
    }

    private Register register(String name, PtxType type) {
        var register = new Register(name, type, registers.size());
        registers.add(register);
        return register;
    }

    /// The range that contains a register of that name. Every split into prefix and number is
    /// tried, since a prefix may end in digits.
    private static Optional<Range> ranged(String name, Scope scope) {
        int shortest = Math.max(1, name.length() - MAX_RANGE_DIGITS);
        for (int split = name.length() - 1; split >= shortest && !scope.ranges.isEmpty(); split--) {
            char digit = name.charAt(split);
            if (digit < '0' || digit > '9') {
                return Optional.empty();
            }
            boolean canonical = digit != '0' || split == name.length() - 1;
            var range = canonical ? scope.ranges.get(name.substring(0, split)) : null;
            if (range != null && Long.parseLong(name, split, name.length(), 10) < range.count) {
                return Optional.of(range);
            }
        }
        return Optional.empty();
    }
}
