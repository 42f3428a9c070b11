package org.offloadtck.engine.deadlock;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.KernelFaultException.BarrierWait;
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
        return new BarrierWait(group.barrier(), before(place), after(place));
    }

    /// A place in the code of a thread.
    private record Position(int pc, CallFrame frame) {}

    /// The variable that is named last in the text before the barrier.
    private String before(Position barrier) {
        var frame = barrier.frame();
        int pc = barrier.pc();
        while (true) {
            if (pc > program.functionOf(pc).entry()) {
                pc--;
            } else if (frame instanceof CallFrame.Call call) {
                pc = call.returnTo() - 2;
                frame = call.caller();
            } else {
                return BarrierWait.NO_VARIABLE;
            }
            if (isCallOrBarrier(pc)) {
                return BarrierWait.NO_VARIABLE;
            }
            var named = variable(program.instruction(pc));
            if (named.isPresent()) {
                return named.get();
            }
        }
    }

    /// The variables that are named first on paths from the barrier.
    private Set<String> after(Position barrier) {
        var found = new LinkedHashSet<String>();
        var visited = new HashSet<Integer>();
        var queue = new ArrayDeque<Position>();
        queue.add(new Position(barrier.pc() + 1, barrier.frame()));
        while (!queue.isEmpty()) {
            var place = queue.remove();
            if (visited.add(place.pc()) && !isCallOrBarrier(place.pc())) {
                var named = variable(program.instruction(place.pc()));
                if (named.isPresent()) {
                    found.add(named.get());
                } else {
                    successors(place).forEach(queue::add);
                }
            }
        }
        return found;
    }

    private Stream<Position> successors(Position place) {
        var frame = place.frame();
        var next = new Position(place.pc() + 1, frame);
        var jump =
                switch (op(place.pc())) {
                    case Op.BRANCH -> Stream.of(new Position(target(place.pc()), frame));
                    case Op.RETURN ->
                            frame instanceof CallFrame.Call call
                                    ? Stream.of(new Position(call.returnTo(), call.caller()))
                                    : Stream.<Position>empty();
                    case Op.BRANCH_INDEXED, Op.EXIT, Op.TRAP -> Stream.<Position>empty();
                    default -> Stream.of(next);
                };
        boolean isGuarded = program.instruction(place.pc()).guard() != Guard.Always.ALWAYS;
        return isGuarded ? Stream.concat(jump, Stream.of(next)) : jump;
    }

    private boolean isCallOrBarrier(int pc) {
        return switch (op(pc)) {
            case Op.CALL,
                    Op.CALL_INDIRECT,
                    Op.CALL_BUILTIN,
                    Op.BARRIER,
                    Op.BARRIER_ARRIVE,
                    Op.BARRIER_REDUCE ->
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
