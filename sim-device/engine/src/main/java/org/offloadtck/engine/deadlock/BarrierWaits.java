package org.offloadtck.engine.deadlock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.KernelFaultException.BarrierWait;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Finds the barriers at which the threads of a deadlock wait, and the shared variables that the
/// code around them names. Compilers place a shared variable in the module or in its kernel.
///
/// The code around a barrier ends at calls and other barriers. It includes code of the callers:
/// compilers inline the functions of barriers, or do not.
final class BarrierWaits {

    private final LoadedProgram program;

    /// Names of the shared variables of modules.
    private final Set<String> shared;

    /// By the entry of a function and the program counter.
    private final Map<Integer, Map<Integer, List<Integer>>> jumpsTo = new HashMap<>();

    private BarrierWaits(LoadedProgram program) {
        this.program = program;
        this.shared =
                Stream.concat(Stream.of(program), program.callees().stream())
                        .flatMap(each -> each.module().variables().stream())
                        .filter(BarrierWaits::isShared)
                        .map(Variable::name)
                        .collect(Collectors.toSet());
    }

    /// The different waits of the threads.
    ///
    /// @return empty if a thread does not wait at a barrier
    static List<BarrierWait> of(List<Cta> ctas, LoadedProgram program) {
        var groups =
                ctas.stream()
                        .flatMap(cta -> cta.warps().stream())
                        .flatMap(warp -> warp.groups().stream())
                        .toList();
        if (groups.stream().anyMatch(group -> group.state() != LaneGroup.State.AT_BARRIER)) {
            return List.of();
        }
        var waits = new BarrierWaits(program);
        return groups.stream().map(waits::describe).distinct().toList();
    }

    private BarrierWait describe(LaneGroup group) {
        var place = new Position(group.pc(), group.frame());
        var next = new Position(place.pc() + 1, place.frame());
        return new BarrierWait(
                group.barrier(),
                firstNamed(predecessors(place), this::predecessors),
                firstNamed(Stream.of(next), this::successors));
    }

    /// A place in the code of a thread.
    private record Position(int pc, CallFrame frame) {}

    /// The variables that paths name first.
    private Set<String> firstNamed(
            Stream<Position> starts, Function<Position, Stream<Position>> neighbours) {
        var found = new HashSet<String>();
        var visited = new HashSet<Integer>();
        var queue = new ArrayDeque<>(starts.toList());
        while (!queue.isEmpty()) {
            var place = queue.remove();
            if (visited.add(place.pc()) && !isCallOrBarrier(place.pc())) {
                var named = variable(program.instruction(place.pc()));
                if (named.isPresent()) {
                    found.add(named.get());
                } else {
                    neighbours.apply(place).forEach(queue::add);
                }
            }
        }
        return found;
    }

    private Stream<Position> predecessors(Position place) {
        var function = program.functionOf(place.pc());
        var inFunction =
                jumpsTo
                        .computeIfAbsent(function.entry(), _ -> jumpsTo(function))
                        .getOrDefault(place.pc(), List.of())
                        .stream()
                        .map(pc -> new Position(pc, place.frame()));
        return place.pc() == function.entry() && place.frame() instanceof CallFrame.Call call
                ? Stream.concat(
                        inFunction, predecessors(new Position(call.returnTo() - 1, call.caller())))
                : inFunction;
    }

    /// The instructions before each instruction of a function, by program counter.
    private Map<Integer, List<Integer>> jumpsTo(DecodedFunction function) {
        var all = new HashMap<Integer, List<Integer>>();
        for (int pc = function.entry(); pc < function.end(); pc++) {
            int from = pc;
            successorsInFunction(pc)
                    .forEach(to -> all.computeIfAbsent(to, _ -> new ArrayList<>()).add(from));
        }
        return all;
    }

    private Stream<Position> successors(Position place) {
        var frame = place.frame();
        var inFunction = successorsInFunction(place.pc()).map(pc -> new Position(pc, frame));
        return op(place.pc()) == Op.RETURN && frame instanceof CallFrame.Call call
                ? Stream.concat(inFunction, Stream.of(new Position(call.returnTo(), call.caller())))
                : inFunction;
    }

    private Stream<Integer> successorsInFunction(int pc) {
        var jump =
                switch (op(pc)) {
                    case Op.BRANCH -> Stream.of(target(pc));
                    case Op.BRANCH_INDEXED, Op.RETURN, Op.EXIT, Op.TRAP -> Stream.<Integer>empty();
                    default -> Stream.of(pc + 1);
                };
        boolean isGuarded = program.instruction(pc).guard() != Guard.Always.ALWAYS;
        return isGuarded ? Stream.concat(jump, Stream.of(pc + 1)) : jump;
    }

    private boolean isCallOrBarrier(int pc) {
        return switch (op(pc)) {
            case Op.CALL,
                    Op.CALL_INDIRECT,
                    Op.CALL_BUILTIN,
                    Op.BARRIER,
                    Op.BARRIER_ARRIVE,
                    Op.BARRIER_REDUCE,
                    Op.CLUSTER_ARRIVE,
                    Op.CLUSTER_WAIT ->
                    true;
            default -> false;
        };
    }

    private int op(int pc) {
        return program.code().words()[pc * Code.STRIDE];
    }

    private int target(int branch) {
        return program.code().words()[branch * Code.STRIDE + Code.X];
    }

    /// The shared variable that an instruction accesses or takes the address of.
    private Optional<String> variable(Instruction instruction) {
        return instruction instanceof Instruction.Operation operation
                ? operation.operands().stream().flatMap(this::variable).findFirst()
                : Optional.empty();
    }

    private Stream<String> variable(Operand operand) {
        if (operand instanceof Operand.Memory(PtxSymbol symbol, _)) {
            return variable(symbol);
        }
        return operand instanceof Operand.Address(var symbol, _)
                ? variable(symbol)
                : Stream.empty();
    }

    private Stream<String> variable(PtxSymbol symbol) {
        return switch (symbol) {
            case PtxSymbol.Local(var variable, _) ->
                    Stream.of(variable).filter(BarrierWaits::isShared).map(Variable::name);
            case PtxSymbol.Global(var name) -> Stream.of(name).filter(shared::contains);
            case PtxSymbol.Parameter _, PtxSymbol.Result _ -> Stream.empty();
        };
    }

    private static boolean isShared(Variable variable) {
        return variable.space() == StateSpace.SHARED;
    }
}
