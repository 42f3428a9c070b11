package org.offloadtck.engine.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.PtxModule;

/// A program in the memory of a device, ready to launch.
public final class LoadedProgram {

    private final PtxModule module;
    private final GlobalMemory memory;
    private final Code code;
    private final List<DecodedFunction> functions;
    private final Map<String, Allocation> variables;
    private final Layout layout;
    private final List<LoadedProgram> callees;

    /// Number of functions without those of [#callees].
    private final int ownFunctions;

    private final Map<Class<?>, Object> analyses = new ConcurrentHashMap<>();
    private final Map<Integer, Long> ctasUntilLong = new ConcurrentHashMap<>();

    /// The addresses of the functions, and the layout of the variables in shared and local memory.
    ///
    /// @param functions the addresses of the functions, in their order, which is ascending
    /// @param dynamicShared offset in shared memory of the dynamic shared memory of a launch
    /// @param threadLocal bytes of module-scope `.local` variables, at the start of the local
    ///   memory of each thread
    /// @param shared the variables in shared memory, without the dynamic part
    /// @param local the module-scope `.local` variables
    public record Layout(
            List<Long> functions,
            int dynamicShared,
            int threadLocal,
            List<PlacedVariable> shared,
            List<PlacedVariable> local) {

        public Layout {
            functions = List.copyOf(functions);
            shared = List.copyOf(shared);
            local = List.copyOf(local);
        }

        /// The layout of a program that has these functions of the module.
        ///
        /// @param chosen their indices in the module
        public Layout of(BitSet chosen) {
            return new Layout(
                    chosen.stream().mapToObj(functions::get).toList(),
                    dynamicShared,
                    threadLocal,
                    shared,
                    local);
        }

        private Layout withThreadLocal(int bytes) {
            return new Layout(functions, dynamicShared, bytes, shared, local);
        }
    }

    public LoadedProgram(
            PtxModule module,
            GlobalMemory memory,
            Code code,
            List<DecodedFunction> functions,
            Map<String, Allocation> variables,
            Layout layout) {
        this(module, memory, code, functions, variables, layout, List.of());
    }

    private LoadedProgram(
            PtxModule module,
            GlobalMemory memory,
            Code code,
            List<DecodedFunction> functions,
            Map<String, Allocation> variables,
            Layout layout,
            List<LoadedProgram> callees) {
        this.module = module;
        this.memory = memory;
        this.code = code;
        this.functions = List.copyOf(functions);
        this.variables = new LinkedHashMap<>(variables);
        this.layout = layout;
        this.callees = List.copyOf(callees);
        this.ownFunctions =
                functions.size() - callees.stream().mapToInt(each -> each.ownFunctions).sum();
    }

    /// This program with the functions of others behind its own, for calls through pointers. Names
    /// mean what they mean in this program.
    ///
    /// @param joined the code of all
    /// @param all the functions of all: first those of this program, at the same program counters
    /// @param others neither joined programs nor unloaded while the result is used
    public LoadedProgram joinedWith(
            List<LoadedProgram> others, Code joined, List<DecodedFunction> all) {
        var known = new LinkedHashMap<>(variables);
        others.forEach(other -> other.variables.forEach(known::putIfAbsent));
        int threadLocal =
                others.stream()
                        .mapToInt(LoadedProgram::threadLocalBytes)
                        .reduce(layout.threadLocal(), Math::max);
        return new LoadedProgram(
                module, memory, joined, all, known, layout.withThreadLocal(threadLocal), others);
    }

    /// The programs that this one was joined with.
    public List<LoadedProgram> callees() {
        return callees;
    }

    /// The name of the module in diagnostics.
    public String source() {
        return module.source();
    }

    /// The name of the text that an instruction is in: the module, a module that it was linked
    /// from, or a text of the device.
    public String source(int programCounter) {
        return functionOf(programCounter).function().source();
    }

    public GlobalMemory memory() {
        return memory;
    }

    public Code code() {
        return code;
    }

    /// All functions with a body, kernels among them, in the order of the module.
    public List<DecodedFunction> functions() {
        return functions;
    }

    /// The kernel of that name.
    ///
    /// @throws UnsupportedKernelException if it can reach an instruction on textures or surfaces,
    ///   or one of those on matrices that the instruction table lacks, none of which is simulated
    public Optional<DecodedFunction> kernel(String name) {
        var found =
                functions.stream().filter(f -> f.isKernel() && f.name().equals(name)).findFirst();
        found.ifPresent(this::requireSupported);
        return found;
    }

    private void requireSupported(DecodedFunction kernel) {
        var unsimulated = new UnsimulatedInstructions(code, functions).firstReachable(kernel);
        if (unsimulated.isPresent()) {
            int pc = unsimulated.getAsInt();
            throw new UnsupportedKernelException(
                    source(pc), instruction(pc), kernel.name(), functionOf(pc).name());
        }
    }

    /// The module that was loaded.
    public PtxModule module() {
        return module;
    }

    /// The memory of a module-scope variable in `.global` or `.const`.
    public Optional<Allocation> variable(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /// The variable at an offset of shared memory in CTAs of a kernel.
    public Optional<PlacedVariable> sharedVariable(String kernel, long offset) {
        return layout.shared().stream().filter(each -> each.holds(kernel, offset)).findFirst();
    }

    /// The variables in shared memory of CTAs of a kernel, without the dynamic part.
    public List<PlacedVariable> sharedVariables(String kernel) {
        return layout.shared().stream().filter(each -> each.isOf(kernel)).toList();
    }

    /// The module-scope variables in local memory.
    public List<PlacedVariable> localVariables() {
        return layout.local();
    }

    /// The module-scope variable at an offset of local memory.
    public Optional<PlacedVariable> localVariable(long offset) {
        return layout.local().stream().filter(each -> each.holds("", offset)).findFirst();
    }

    /// The address of a function of this program, not of [#callees], in device code.
    public OptionalLong functionAddress(String name) {
        for (int i = 0; i < ownFunctions; i++) {
            if (functions.get(i).name().equals(name)) {
                return OptionalLong.of(layout.functions().get(i));
            }
        }
        return OptionalLong.empty();
    }

    /// The function at an address that [#functionAddress] of this program or of one of [#callees]
    /// returned.
    public Optional<DecodedFunction> functionAt(long address) {
        int index = ownIndex(address);
        int first = ownFunctions;
        for (int i = 0; index < 0 && i < callees.size(); i++) {
            int there = callees.get(i).ownIndex(address);
            index = there < 0 ? there : first + there;
            first += callees.get(i).ownFunctions;
        }
        return index < 0 ? Optional.empty() : Optional.of(functions.get(index));
    }

    /// The index of a function of this program, not of [#callees], by its address; negative for
    /// none.
    private int ownIndex(long address) {
        return Collections.binarySearch(layout.functions(), address);
    }

    /// The function that contains an instruction.
    public DecodedFunction functionOf(int programCounter) {
        int[] entries = functions.stream().mapToInt(DecodedFunction::entry).toArray();
        int found = Arrays.binarySearch(entries, programCounter);
        return functions.get(found >= 0 ? found : -found - 2);
    }

    /// The instruction at a program counter.
    public Instruction instruction(int programCounter) {
        return code.instructions().get(programCounter);
    }

    /// The result of an analysis of this program, computed on first use and kept.
    ///
    /// @param type identifies the analysis
    /// @param analysis must not request another analysis of the same program
    public <T> T analysis(Class<T> type, Function<LoadedProgram, T> analysis) {
        return type.cast(analyses.computeIfAbsent(type, _ -> analysis.apply(this)));
    }

    /// Number of CTAs after which the last long launch of `kernel` was recognised as long, so that
    /// a launch of more CTAs is treated as long from its first CTA on; [Long#MAX_VALUE] if no
    /// launch was long.
    public long ctasUntilLong(DecodedFunction kernel) {
        return ctasUntilLong.getOrDefault(kernel.entry(), Long.MAX_VALUE);
    }

    /// Records that a launch of `kernel` was recognised as long after that number of CTAs.
    public void recordLongLaunch(DecodedFunction kernel, long ctas) {
        ctasUntilLong.put(kernel.entry(), ctas);
    }

    /// Offset of the dynamic shared memory of a launch, after the variables of every kernel.
    public int dynamicSharedOffset() {
        return layout.dynamicShared();
    }

    /// Bytes of module-scope `.local` variables, at the start of the local memory of each thread.
    public int threadLocalBytes() {
        return layout.threadLocal();
    }

    /// Frees the variables.
    public void unload() {
        var live = new ArrayList<>(variables.values());
        variables.clear();
        live.forEach(memory::free);
    }
}
