package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Call;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Location;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Moves parameters, arguments and results from registers to `.param` memory, which calls use
/// exclusively: `.func (.reg .b32 r) f(.reg .b64 p)` becomes `.func (.param .b32 r) f(.param .b64
/// p)`, which loads `p` when it begins and stores `r` before it returns.
public final class RegisterParameterLowering {

    private final Function function;
    private final Map<String, Signature> signatures;
    private final List<Variable> variables;
    private final List<Register> registers;
    private final List<Instruction> instructions = new ArrayList<>();

    private RegisterParameterLowering(Function function, Map<String, Signature> signatures) {
        this.function = function;
        this.signatures = signatures;
        this.variables = new ArrayList<>(function.body().variables());
        this.registers = new ArrayList<>(function.body().registers());
    }

    /// The functions with all parameters in memory; functions that have them there already are
    /// unchanged.
    ///
    /// @param declared signatures of functions that are not among them
    public static List<Function> lower(List<Function> functions, List<Signature> declared) {
        var signatures = new HashMap<String, Signature>();
        declared.forEach(signature -> signatures.put(signature.name(), signature));
        functions.forEach(function -> signatures.put(function.name(), function.signature()));
        return functions.stream()
                .map(function ->
                        needsRewrite(function)
                                ? new RegisterParameterLowering(function, signatures).rewritten()
                                : function)
                .toList();
    }

    private static boolean needsRewrite(Function function) {
        return needsRewrite(function.signature().parameters())
                || needsRewrite(function.signature().results())
                || function.body().instructions().stream()
                        .anyMatch(i -> i instanceof Call call && needsRewrite(call));
    }

    private static boolean needsRewrite(List<Variable> parameters) {
        return parameters.stream().anyMatch(RegisterParameterLowering::isInRegister);
    }

    private static boolean needsRewrite(Call call) {
        return !call.arguments().stream().allMatch(Operand.Address.class::isInstance)
                || !call.results().stream().allMatch(Operand.Address.class::isInstance);
    }

    private static boolean isInRegister(Variable parameter) {
        return parameter.space() == StateSpace.REG;
    }

    /// Pragmas are dropped.
    private Function rewritten() {
        var old = function.signature();
        var signature =
                new Signature(
                        old.kind(),
                        old.linkage(),
                        old.name(),
                        old.results().stream().map(RegisterParameterLowering::inMemory).toList(),
                        old.parameters().stream().map(RegisterParameterLowering::inMemory).toList(),
                        old.directives(),
                        old.span());
        var body = function.body();
        loadParameters(signature);
        int[] targets = new int[body.instructions().size() + 1];
        for (int i = 0; i < body.instructions().size(); i++) {
            targets[i] = instructions.size();
            rewrite(body.instructions().get(i), signature);
        }
        targets[body.instructions().size()] = instructions.size();
        storeResults(signature, Guard.Always.ALWAYS, start());
        var targetsNow = new BranchTargetMap(targets);
        var moved = instructions.stream().map(targetsNow::remap).toList();
        var labels = body.labels().stream().map(targetsNow::remap).toList();
        return new Function(
                function.source(),
                signature,
                new Body(registers, variables, labels, List.of(), moved));
    }

    private static Variable inMemory(Variable parameter) {
        return isInRegister(parameter) ? variable(parameter) : parameter;
    }

    /// The variable in memory of a parameter. A predicate is a word there.
    private static Variable variable(Variable parameter) {
        var type = parameter.type() == PtxType.PRED ? PtxType.B32 : parameter.type();
        int width = parameter.space() == StateSpace.REG ? parameter.width() : 1;
        return new Variable(
                PtxLinkage.LOCAL,
                StateSpace.PARAM,
                type.bytes() * width,
                width,
                type,
                parameter.name(),
                List.of(),
                List.of(),
                false,
                parameter.span());
    }

    private Location start() {
        return new Location(function.signature().span(), DebugLocation.Unknown.UNKNOWN);
    }

    private void loadParameters(Signature signature) {
        for (int i = 0; i < signature.parameters().size(); i++) {
            var parameter = signature.parameters().get(i);
            if (isInRegister(function.signature().parameters().get(i))) {
                var from = new PtxSymbol.Parameter(parameter, i);
                load(elements(parameter), from, Guard.Always.ALWAYS, start());
            }
        }
    }

    private void storeResults(Signature signature, Guard guard, Location place) {
        for (int i = 0; i < signature.results().size(); i++) {
            var result = signature.results().get(i);
            if (isInRegister(function.signature().results().get(i))) {
                var to = new PtxSymbol.Result(result, i);
                store(to, elements(result), guard, place);
            }
        }
    }

    /// The registers of a parameter, one for each element: the first ones of their names. One that
    /// is called `_` has none.
    private List<Operand> elements(Variable parameter) {
        var registers = function.body().registers();
        return Register.elementNames(parameter.name(), parameter.width()).stream()
                .flatMap(name -> registers.stream().filter(r -> r.name().equals(name)).limit(1))
                .<Operand>map(register -> register)
                .toList();
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector(var elements) ? elements : List.of(operand);
    }

    private void rewrite(Instruction instruction, Signature signature) {
        if (instruction instanceof Operation operation && operation.opcode() == Opcode.RET) {
            storeResults(signature, operation.guard(), operation.location());
        }
        if (instruction instanceof Call call && needsRewrite(call)) {
            rewrite(call);
        } else {
            instructions.add(instruction);
        }
    }

    private void rewrite(Call call) {
        var callee = signature(call.callee());
        var arguments = addresses(call.arguments(), callee.parameters());
        for (int i = 0; i < arguments.size(); i++) {
            var operand = call.arguments().get(i);
            if (!(operand instanceof Operand.Address)) {
                var to = arguments.get(i).symbol();
                store(to, elements(operand), call.guard(), call.location());
            }
        }
        var results = addresses(call.results(), callee.results());
        instructions.add(
                new Call(
                        call.callee(),
                        List.copyOf(results),
                        List.copyOf(arguments),
                        call.convergence(),
                        call.guard(),
                        call.location()));
        for (int i = 0; i < results.size(); i++) {
            var to = call.results().get(i);
            if (!(to instanceof Operand.Address)) {
                load(elements(to), results.get(i).symbol(), call.guard(), call.location());
            }
        }
    }

    private Signature signature(Callee callee) {
        return switch (callee) {
            case Callee.Direct(var name) -> Objects.requireNonNull(signatures.get(name));
            case Callee.Indirect indirect -> indirect.prototype();
        };
    }

    /// The memory addresses of the operands of a call; operands in registers get new variables.
    private List<Operand.Address> addresses(List<Operand> operands, List<Variable> formal) {
        var addresses = new ArrayList<Operand.Address>();
        for (int i = 0; i < operands.size(); i++) {
            addresses.add(
                    operands.get(i) instanceof Operand.Address address
                            ? address
                            : new Operand.Address(temporary(formal.get(i)), 0));
        }
        return addresses;
    }

    private PtxSymbol temporary(Variable formal) {
        var variable = variable(formal);
        variables.add(variable);
        return new PtxSymbol.Local(variable, variables.size() - 1);
    }

    private void load(List<Operand> to, PtxSymbol from, Guard guard, Location place) {
        for (int i = 0; i < to.size(); i++) {
            if (to.get(i) instanceof Register register) {
                load(register, new Operand.Memory(from, offset(from, i)), guard, place);
            }
        }
    }

    private void load(Register to, Operand.Memory from, Guard guard, Location place) {
        if (to.type() != PtxType.PRED) {
            move(Opcode.LD, to.type(), List.of(to, from), guard, place);
            return;
        }
        var word = word();
        move(Opcode.LD, PtxType.B32, List.of(word, from), guard, place);
        compute(
                Opcode.SETP,
                List.of(ComparisonOperator.NE, PtxType.U32),
                List.of(to, word, new Immediate.Int64(0)),
                guard,
                place);
    }

    private void store(PtxSymbol to, List<Operand> values, Guard guard, Location place) {
        for (int i = 0; i < values.size(); i++) {
            store(to, offset(to, i), values.get(i), guard, place);
        }
    }

    private static long offset(PtxSymbol vector, int element) {
        return (long) element * type(vector).bytes();
    }

    private void store(PtxSymbol to, long offset, Operand value, Guard guard, Location place) {
        var stored = value;
        if (value instanceof Register register && register.type() == PtxType.PRED) {
            stored = word();
            compute(
                    Opcode.SELP,
                    List.of(PtxType.B32),
                    List.of(stored, new Immediate.Int64(1), new Immediate.Int64(0), value),
                    guard,
                    place);
        }
        move(Opcode.ST, type(to), List.of(new Operand.Memory(to, offset), stored), guard, place);
    }

    private Register word() {
        var word = new Register("%predicate", PtxType.B32, registers.size());
        registers.add(word);
        return word;
    }

    private void compute(
            Opcode opcode,
            List<Modifier> modifiers,
            List<Operand> operands,
            Guard guard,
            Location place) {
        instructions.add(new Operation(opcode, new Modifiers(modifiers), operands, guard, place));
    }

    private void move(
            Opcode opcode, PtxType type, List<Operand> operands, Guard guard, Location place) {
        var modifiers = new Modifiers(List.of(StateSpace.PARAM, type));
        instructions.add(new Operation(opcode, modifiers, operands, guard, place));
    }

    private static PtxType type(PtxSymbol symbol) {
        return switch (symbol) {
            case PtxSymbol.Local(var variable, _) -> variable.type();
            case PtxSymbol.Parameter(var variable, _) -> variable.type();
            case PtxSymbol.Result(var variable, _) -> variable.type();
            case PtxSymbol.Global _ -> throw new IllegalStateException("not a parameter");
        };
    }
}
