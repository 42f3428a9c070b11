package org.offloadtck.timing.lowering;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.Instruction;

/// How many 32-bit registers a thread of a kernel needs, as far as can be said without the vendor's
/// assembler: what is live at once in the kernel and, at each call, in what it calls.
///
/// An assembler that reorders and unrolls needs more, one that computes values again fewer, so this
/// is an estimate; `RegisterEstimateTest` says how good.
public final class RegisterEstimate {

    /// What the assembler takes beyond what is live: the stack pointer, halves of addresses, values
    /// loaded early. With these two numbers the estimates for the corpus's kernels are nearest to
    /// what `ptxas -v` of CUDA 13 says.
    private static final int BEYOND_LIVE = 4;

    /// Registers that a call may overwrite, so that no value is kept in them over it.
    private static final int SCRATCH = 16;

    /// Where a call returns to.
    private static final int RETURN_ADDRESS = 2;

    /// The fewest a kernel has, and one that calls, by the same.
    private static final int LEAST = 8;

    private static final int LEAST_OF_CALLER = 24;

    /// The least `.maxnreg` that `ptxas` takes: smaller numbers count as this one (13.0.88,
    /// 2026-11-30).
    private static final int LEAST_LIMIT = 24;

    private final Map<String, Function> functions = new HashMap<>();
    private final Map<String, Integer> known = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    private RegisterEstimate(LoadedProgram image) {
        for (var function : image.functions()) {
            functions.put(function.name(), function.function());
        }
    }

    /// Registers of a thread of `kernel` on that device: no more than a thread can have there, or
    /// the kernel's `.maxnreg` allows.
    public static int of(LoadedProgram image, DecodedFunction kernel, DeviceSpec spec) {
        int needed = new RegisterEstimate(image).of(kernel.function()) + BEYOND_LIVE;
        return Math.clamp(needed, LEAST, Math.min(spec.cta().registersPerThread(), most(kernel)));
    }

    private static int most(DecodedFunction kernel) {
        return kernel.function().signature().directives().stream()
                .filter(directive -> directive.kind() == FunctionDirective.Kind.MAXNREG)
                .mapToInt(directive -> Math.toIntExact(directive.values().getFirst()))
                .map(limit -> Math.max(LEAST_LIMIT, limit))
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private int of(Function function) {
        var found = known.get(function.name());
        if (found != null) {
            return found;
        }
        if (!open.add(function.name())) {
            return 0;
        }
        var pressure = RegisterPressure.of(function);
        var instructions = function.body().instructions();
        int most = 0;
        for (int i = 0; i < instructions.size(); i++) {
            most = Math.max(most, pressure.at(i));
            if (instructions.get(i) instanceof Instruction.Call call) {
                most = Math.max(most, LEAST_OF_CALLER - BEYOND_LIVE);
                int callee = Math.max(SCRATCH, called(call));
                most = Math.max(most, pressure.across(i) + RETURN_ADDRESS + callee);
            }
        }
        open.remove(function.name());
        known.put(function.name(), most);
        return most;
    }

    /// What a call needs beyond what is kept over it; of an indirect one nothing is known.
    private int called(Instruction.Call call) {
        return switch (call.callee()) {
            case Instruction.Callee.Direct(var name) -> {
                var callee = functions.get(name);
                yield callee == null ? 0 : of(callee);
            }
            case Instruction.Callee.Indirect(_, _, var targets) ->
                    targets(targets).stream().mapToInt(this::of).max().orElse(0);
        };
    }

    private List<Function> targets(List<String> names) {
        return names.stream().map(functions::get).toList();
    }
}
