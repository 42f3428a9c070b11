package org.offloadtck.engine.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.decode.FrameLayout;
import org.offloadtck.engine.decode.FunctionDecoder;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;

/// A module in the memory of a device. Its variables are there; its functions are decoded when a
/// kernel that can reach them is first asked for.
///
/// A kernel is launched with a program that has the functions it can reach by calls by name, in the
/// order of the module. A kernel that can call through a pointer or launch another one has the
/// program with all functions.
///
/// Thread-safe: its monitor guards the programs.
public final class LoadedModule {

    private final ModuleOutline outline;
    private final GlobalMemory memory;
    private final Placement placement;
    private final FunctionLowering lowering;

    /// The indices of the kernels in the module.
    private final Map<String, Integer> kernels = new HashMap<>();

    /// By the functions that they have, as indices in the module.
    private final Map<BitSet, LoadedProgram> programs = new HashMap<>();

    private final Map<String, LoadedProgram> byKernel = new TreeMap<>();

    LoadedModule(ModuleOutline outline, GlobalMemory memory, Placement placement) {
        this.outline = outline;
        this.memory = memory;
        this.placement = placement;
        this.lowering = new FunctionLowering(outline.signatures());
        for (int i = 0; i < outline.functions().size(); i++) {
            var function = outline.functions().get(i);
            if (function.isKernel()) {
                kernels.put(function.name(), i);
            }
        }
    }

    /// The module that was loaded, compact.
    public PtxModule module() {
        return outline.module();
    }

    /// The name of the module in diagnostics.
    public String source() {
        return module().source();
    }

    public GlobalMemory memory() {
        return memory;
    }

    /// The kernel of that name in its [#program], decoded if it is not yet.
    ///
    /// @throws UnsupportedKernelException if it can reach an instruction that is not simulated
    public Optional<DecodedFunction> kernel(String name) {
        return kernels.containsKey(name) ? program(name).kernel(name) : Optional.empty();
    }

    /// Whether the functions that a kernel can reach are decoded.
    public synchronized boolean isDecoded(String kernel) {
        return byKernel.containsKey(kernel);
    }

    /// The places of the parameters of a kernel, which need not be decoded.
    public List<FrameSlot> parameters(String kernel) {
        return FrameLayout.parameters(
                outline.functions().get(index(kernel)).function().signature());
    }

    /// The program to launch a kernel with.
    ///
    /// @param kernel one of the module
    public synchronized LoadedProgram program(String kernel) {
        var known = byKernel.get(kernel);
        if (known == null) {
            known = program(needed(index(kernel)));
            byKernel.put(kernel, known);
        }
        return known;
    }

    /// The program with all functions.
    public synchronized LoadedProgram whole() {
        return program(all());
    }

    private LoadedProgram program(BitSet chosen) {
        return programs.computeIfAbsent(chosen, this::decoded);
    }

    private LoadedProgram decoded(BitSet chosen) {
        var code = new CodeBuilder();
        var functions = new ArrayList<DecodedFunction>();
        decode(chosen, code, functions);
        return new LoadedProgram(
                module(),
                memory,
                code.build(),
                functions,
                placement.variables(),
                placement.layout().of(chosen));
    }

    /// Decodes all functions behind those of other modules.
    void decode(CodeBuilder code, List<DecodedFunction> decoded) {
        decode(all(), code, decoded);
    }

    private void decode(BitSet chosen, CodeBuilder code, List<DecodedFunction> decoded) {
        var indices = chosen.stream().boxed().toList();
        var symbols = placement.symbols().in(indices, decoded.size());
        var functions = indices.stream().map(i -> outline.functions().get(i).function()).toList();
        for (var function : lowering.lower(functions)) {
            var frame = new FrameLayout(function);
            int entry = code.next();
            new FunctionDecoder(function, frame, symbols, code).decode();
            int shared = placement.shared().bytes(function);
            decoded.add(frame.describe(function, entry, code.next(), shared));
        }
    }

    private BitSet all() {
        var all = new BitSet();
        all.set(0, outline.functions().size());
        return all;
    }

    /// The functions of the program of a kernel.
    private BitSet needed(int kernel) {
        var reached = reached(kernel);
        boolean mayReachAny =
                reached.stream().mapToObj(outline.functions()::get).anyMatch(LoadedModule::isOpen);
        return mayReachAny ? all() : reached;
    }

    /// Whether a function can reach others that it does not call by name.
    private static boolean isOpen(FunctionOutline function) {
        return function.callsPointers()
                || function.calls().stream()
                        .anyMatch(name -> DeviceRuntimeFunction.of(name).isPresent());
    }

    /// The functions that a function can reach by calls by name, and itself.
    private BitSet reached(int function) {
        var reached = new BitSet();
        var open = new ArrayDeque<>(List.of(function));
        reached.set(function);
        while (!open.isEmpty()) {
            for (var name : outline.functions().get(open.remove()).calls()) {
                placement
                        .symbols()
                        .function(name)
                        .filter(callee -> !reached.get(callee))
                        .ifPresent(callee -> {
                            reached.set(callee);
                            open.add(callee);
                        });
            }
        }
        return reached;
    }

    /// Whether a kernel can reach a call through a pointer by calls by name.
    boolean callsPointers(String kernel) {
        return reached(index(kernel)).stream()
                .anyMatch(i -> outline.functions().get(i).callsPointers());
    }

    /// Whether a pointer may point to a function of the image: the host can ask for the address of
    /// a visible one; instructions and initial values of variables have those of others.
    boolean isCallable() {
        var functions = outline.functions();
        return functions.stream().anyMatch(LoadedModule::isVisible)
                || Stream.concat(
                                functions.stream().flatMap(each -> each.symbols().stream()),
                                outline.initialAddresses())
                        .anyMatch(name -> placement.symbols().function(name).isPresent());
    }

    private static boolean isVisible(FunctionOutline function) {
        return !function.isKernel()
                && function.function().signature().linkage() != PtxLinkage.LOCAL;
    }

    private int index(String kernel) {
        return Objects.requireNonNull(kernels.get(kernel), kernel);
    }

    /// The memory of a module-scope variable in `.global` or `.const`.
    public Optional<Allocation> variable(String name) {
        return Optional.ofNullable(placement.variables().get(name));
    }

    /// The address of a function in device code.
    public OptionalLong functionAddress(String name) {
        var functions = outline.functions();
        return IntStream.range(0, functions.size())
                .filter(i -> functions.get(i).name().equals(name))
                .mapToLong(placement.layout().functions()::get)
                .findFirst();
    }

    /// Frees the variables. No kernel of the image may run.
    public void unload() {
        var live = List.copyOf(placement.variables().values());
        placement.variables().clear();
        live.forEach(memory::free);
    }
}
