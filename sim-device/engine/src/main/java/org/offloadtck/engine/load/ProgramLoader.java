package org.offloadtck.engine.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.offloadtck.engine.decode.FrameLayout;
import org.offloadtck.engine.decode.ProgramSymbols;
import org.offloadtck.engine.decode.ProgramSymbols.SpaceAddress;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.program.GridBarrier;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Loads a module: first the variables, so that every symbol has an address, then their initial
/// values. The image that results decodes the functions.
public final class ProgramLoader {

    /// Maximum local memory of a thread in bytes (CUDA C++ Programming Guide 13.0, technical
    /// specifications, all compute capabilities).
    private static final long MAX_LOCAL_BYTES = 512 << 10;

    private final ModuleOutline outline;
    private final PtxModule module;
    private final GlobalMemory memory;
    private final List<FunctionOutline> functions;
    private final ProgramSymbols symbols = new ProgramSymbols();
    private final Map<String, Allocation> globalVariables = new LinkedHashMap<>();
    private final List<Initialised> initialisedVariables = new ArrayList<>();
    private final SharedMemoryLayout shared;
    private final List<PlacedVariable> locals = new ArrayList<>();
    private int threadLocal;
    private long firstFunction;

    private record Initialised(Variable variable, Allocation allocation) {}

    private ProgramLoader(ModuleOutline outline, GlobalMemory memory) {
        this.outline = outline;
        this.module = outline.module();
        this.memory = memory;
        this.functions = outline.functions();
        this.shared = new SharedMemoryLayout(module.source());
    }

    /// Loads `module` into `memory` and decodes all its functions.
    ///
    /// @throws ProgramLoadException if its variables do not fit or cannot be initialised
    public static LoadedProgram load(PtxModule module, GlobalMemory memory) {
        return image(ModuleOutline.of(module), memory).whole();
    }

    /// Loads a module into `memory`. Its functions are decoded when they are needed.
    ///
    /// @throws ProgramLoadException if its variables do not fit or cannot be initialised
    public static LoadedModule image(ModuleOutline module, GlobalMemory memory) {
        return new ProgramLoader(module, memory).load();
    }

    private LoadedModule load() {
        firstFunction =
                memory.functionAddresses()
                        .add(
                                module.source(),
                                functions.stream().map(FunctionOutline::name).toList());
        for (int i = 0; i < functions.size(); i++) {
            symbols.defineFunction(
                    functions.get(i).name(), i, firstFunction + i * AddressSpace.CODE_STEP);
        }
        module.aliases().forEach(alias -> symbols.defineAlias(alias.name(), alias.aliasee()));
        placeAll();
        initialisedVariables.forEach(i -> initialise(i.variable(), i.allocation()));
        functions.forEach(this::requireSmallFrame);
        if (functions.stream().anyMatch(FunctionOutline::usesGridBarrier)) {
            GridBarrier.allocate(memory, globalVariables);
        }
        return new LoadedModule(outline, memory, placement());
    }

    private void placeAll() {
        var ofKernels = KernelSharedVariables.of(outline);
        module.variables().stream().filter(v -> !ofKernels.has(v)).forEach(this::place);
        shared.endModuleScope();
        functions.stream().filter(f -> !f.isKernel()).forEach(this::placeStatics);
        shared.endFunctionScope();
        for (var kernel : functions.stream().filter(FunctionOutline::isKernel).toList()) {
            placeStatics(kernel);
            ofKernels.of(kernel).forEach(this::place);
        }
        defineDynamicShared();
    }

    private Placement placement() {
        return new Placement(
                symbols,
                shared,
                globalVariables,
                new LoadedProgram.Layout(
                        LongStream.range(0, functions.size())
                                .map(i -> firstFunction + i * AddressSpace.CODE_STEP)
                                .boxed()
                                .toList(),
                        shared.dynamicOffset(),
                        FrameLayout.align(threadLocal),
                        shared.placed(),
                        locals));
    }

    private void place(Variable variable) {
        boolean undefined = variable.linkage() == PtxLinkage.EXTERN;
        switch (variable.space()) {
            case GLOBAL, CONST -> {
                if (!undefined) {
                    var allocation = allocate(variable);
                    globalVariables.put(variable.name(), allocation);
                    symbols.define(variable, allocation.address());
                }
            }
            case SHARED, SHARED_CTA, SHARED_CLUSTER -> {
                if (!undefined) {
                    symbols.define(variable, shared.place(variable));
                }
            }
            case LOCAL -> {
                requireSmall(variable);
                int alignment = Math.max(1, variable.alignment());
                int offset = Math.ceilDiv(threadLocal, alignment) * alignment;
                threadLocal = Math.toIntExact(offset + variable.size());
                locals.add(new PlacedVariable("", variable.name(), offset, variable.size()));
                symbols.define(variable, offset);
            }
            case REG, SREG, PARAM, PARAM_ENTRY, PARAM_FUNC, TEX, GENERIC ->
                    throw failure(variable, "state space is not one a module's variable can have");
        }
    }

    /// `.extern .shared` denotes the dynamic shared memory of the launch, whatever its type (PTX
    /// ISA §5.4.5).
    private void defineDynamicShared() {
        var dynamic =
                module.variables().stream()
                        .filter(v -> v.linkage() == PtxLinkage.EXTERN)
                        .filter(v -> v.space() == StateSpace.SHARED)
                        .filter(v -> symbols.find(v.name()).isEmpty())
                        .toList();
        dynamic.forEach(variable -> shared.alignDynamic(variable.alignment()));
        dynamic.forEach(variable -> symbols.define(variable, shared.dynamicOffset()));
    }

    /// Places the variables of a function that are not in its frame.
    private void placeStatics(FunctionOutline function) {
        shared.begin(function);
        for (var each : function.statics()) {
            var variable = each.variable();
            switch (variable.space()) {
                case GLOBAL, CONST ->
                        symbols.defineStatic(
                                function.name(),
                                each.index(),
                                new SpaceAddress(variable.space(), allocate(variable).address()));
                case SHARED, SHARED_CTA, SHARED_CLUSTER ->
                        symbols.defineStatic(
                                function.name(),
                                each.index(),
                                new SpaceAddress(variable.space(), shared.place(variable)));
                case LOCAL, PARAM, REG, SREG, PARAM_ENTRY, PARAM_FUNC, TEX, GENERIC -> {}
            }
        }
    }

    private Allocation allocate(Variable variable) {
        var shared =
                variable.isManaged()
                        ? memory.allocateShared(variable.name(), variable.size())
                        : Optional.<Allocation>empty();
        var allocation =
                shared.or(() -> memory.allocate(variable.name(), variable.size()))
                        .orElseThrow(() ->
                                failure(
                                        variable,
                                        "%d bytes do not fit device memory"
                                                .formatted(variable.size())));
        initialisedVariables.add(new Initialised(variable, allocation));
        return allocation;
    }

    private void initialise(Variable variable, Allocation allocation) {
        memory.slice(allocation.address(), allocation.size()).fill((byte) 0);
        memory.observer().written(allocation.address(), allocation.size());
        long start = allocation.address() + memory.hostOffset();
        int step = variable.type().bytes();
        for (var initial : variable.initial()) {
            if (initial.element() >= variable.size() / step) {
                throw failure(variable, "initialiser reaches past its end");
            }
            long at = start + initial.element() * step;
            NativeBytes.put(at, step, bits(variable, initial.value()));
        }
    }

    private long bits(Variable variable, Variable.Value value) {
        return switch (value) {
            case Variable.Value.Constant(var immediate) -> immediate.bits(variable.type());
            case Variable.Value.Address(var name, long offset, var addressing, long mask) -> {
                var place =
                        symbols.find(name)
                                .orElseThrow(() ->
                                        failure(
                                                variable,
                                                "symbol '%s' is undefined".formatted(name)));
                long address =
                        switch (addressing) {
                            case GENERIC -> place.generic();
                            case IN_SPACE -> place.address();
                        };
                yield (address + offset & mask) >>> Long.numberOfTrailingZeros(mask);
            }
        };
    }

    /// Rejects variables that exceed the local memory of a thread.
    private void requireSmall(Variable variable) {
        if (isTooLarge(variable)) {
            throw failure(
                    variable,
                    "%d bytes are more than the %d a thread can have"
                            .formatted(variable.size(), MAX_LOCAL_BYTES));
        }
    }

    /// Whether a variable exceeds the local memory of a thread.
    static boolean isTooLarge(Variable variable) {
        return variable.size() > MAX_LOCAL_BYTES;
    }

    private void requireSmallFrame(FunctionOutline outlined) {
        var signature = outlined.function().signature();
        signature.parameters().forEach(this::requireSmall);
        signature.results().forEach(this::requireSmall);
        outlined.tooLarge().forEach(this::requireSmall);
    }

    private ProgramLoadException failure(Variable variable, String problem) {
        return new ProgramLoadException(
                module.source(),
                variable.span(),
                "variable '%s': %s".formatted(variable.name(), problem));
    }
}
