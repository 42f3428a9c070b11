package org.offloadtck.engine.decode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.decode.ProgramSymbols.SpaceAddress;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.GridBarrier;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.pass.AsyncCopyLowering;
import org.offloadtck.ptx.pass.BulkCopyLowering;
import org.offloadtck.ptx.pass.CacheHintLowering;
import org.offloadtck.ptx.pass.FragmentMoveLowering;
import org.offloadtck.ptx.pass.LogicPredicateLowering;
import org.offloadtck.ptx.pass.MbarrierLowering;
import org.offloadtck.ptx.pass.RegisterParameterLowering;
import org.offloadtck.ptx.pass.SharedMatrixLowering;
import org.offloadtck.ptx.pass.TensorLowering;
import org.offloadtck.ptx.pass.VectorAtomicLowering;
import org.offloadtck.ptx.pass.VectorMoveLowering;

/// Loads a module: first the variables, so that every symbol has an address, then their initial
/// values, then the code.
public final class ProgramLoader {

    /// Maximum local memory of a thread in bytes (CUDA C++ Programming Guide 13.0, technical
    /// specifications, all compute capabilities).
    private static final long MAX_LOCAL_BYTES = 512 << 10;

    private final PtxModule module;
    private final GlobalMemory memory;
    private final List<Function> functions;
    private final ProgramSymbols symbols = new ProgramSymbols();
    private final Map<String, Allocation> globalVariables = new LinkedHashMap<>();
    private final List<Initialised> initialisedVariables = new ArrayList<>();
    private final SharedMemoryLayout shared;
    private final List<PlacedVariable> locals = new ArrayList<>();
    private int threadLocal;
    private long firstFunction;

    private record Initialised(Variable variable, Allocation allocation) {}

    ProgramLoader(PtxModule module, GlobalMemory memory) {
        this.module = module;
        this.memory = memory;
        var all =
                BuiltinLibrary.complete(module).stream()
                        .map(CacheHintLowering::lower)
                        .map(VectorMoveLowering::lower)
                        .map(LogicPredicateLowering::lower)
                        .map(AsyncCopyLowering::lower)
                        .map(BulkCopyLowering::lower)
                        .map(TensorLowering::lower)
                        .map(MbarrierLowering::lower)
                        .map(VectorAtomicLowering::lower)
                        .map(FragmentMoveLowering::lower)
                        .map(SharedMatrixLowering::lower)
                        .toList();
        this.functions = RegisterParameterLowering.lower(all, module.declarations());
        this.shared = new SharedMemoryLayout(module.source());
    }

    /// Loads `module` into `memory`.
    ///
    /// @throws ProgramLoadException if its variables do not fit or cannot be initialisedVariables
    public static LoadedProgram load(PtxModule module, GlobalMemory memory) {
        return new ProgramLoader(module, memory).load();
    }

    /// Loads the module.
    ///
    /// @throws ProgramLoadException if its variables do not fit or cannot be initialised
    LoadedProgram load() {
        firstFunction =
                memory.functionAddresses()
                        .add(module.source(), functions.stream().map(Function::name).toList());
        for (int i = 0; i < functions.size(); i++) {
            symbols.defineFunction(
                    functions.get(i).name(), i, firstFunction + i * AddressSpace.CODE_STEP);
        }
        module.aliases().forEach(alias -> symbols.defineAlias(alias.name(), alias.aliasee()));
        var ofKernels = KernelSharedVariables.of(module, functions);
        module.variables().stream().filter(v -> !ofKernels.has(v)).forEach(this::place);
        shared.endModuleScope();
        functions.stream().filter(f -> !f.isKernel()).forEach(this::placeStatics);
        shared.endFunctionScope();
        for (var kernel : functions.stream().filter(Function::isKernel).toList()) {
            placeStatics(kernel);
            ofKernels.of(kernel).forEach(this::place);
        }
        defineDynamicShared();
        initialisedVariables.forEach(i -> initialise(i.variable(), i.allocation()));
        return decode();
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
    private void placeStatics(Function function) {
        shared.begin(function);
        var variables = function.body().variables();
        for (int i = 0; i < variables.size(); i++) {
            var variable = variables.get(i);
            switch (variable.space()) {
                case GLOBAL, CONST ->
                        symbols.defineStatic(
                                function.name(),
                                i,
                                new SpaceAddress(variable.space(), allocate(variable).address()));
                case SHARED, SHARED_CTA, SHARED_CLUSTER ->
                        symbols.defineStatic(
                                function.name(),
                                i,
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
        if (variable.size() > MAX_LOCAL_BYTES) {
            throw failure(
                    variable,
                    "%d bytes are more than the %d a thread can have"
                            .formatted(variable.size(), MAX_LOCAL_BYTES));
        }
    }

    private void requireSmallFrame(Function function) {
        function.signature().parameters().forEach(this::requireSmall);
        function.signature().results().forEach(this::requireSmall);
        function.body().variables().stream()
                .filter(v -> v.space() == StateSpace.LOCAL || v.space() == StateSpace.PARAM)
                .forEach(this::requireSmall);
    }

    private LoadedProgram decode() {
        functions.forEach(this::requireSmallFrame);
        var code = new CodeBuilder();
        var decoded = new ArrayList<DecodedFunction>();
        decode(code, decoded);
        var built = code.build();
        GridBarrier.allocate(built, memory, globalVariables);
        return new LoadedProgram(
                module,
                memory,
                built,
                decoded,
                globalVariables,
                new LoadedProgram.Layout(
                        firstFunction,
                        shared.dynamicOffset(),
                        FrameLayout.align(threadLocal),
                        shared.placed(),
                        locals));
    }

    /// Decodes the functions behind those of other modules.
    void decode(CodeBuilder code, List<DecodedFunction> decoded) {
        var symbolsHere = symbols.after(decoded.size());
        for (var function : functions) {
            var frame = new FrameLayout(function);
            int entry = code.next();
            new FunctionDecoder(function, frame, symbolsHere, code).decode();
            decoded.add(frame.describe(function, entry, code.next(), shared.bytes(function)));
        }
    }

    private ProgramLoadException failure(Variable variable, String problem) {
        return new ProgramLoadException(
                module.source(),
                variable.span(),
                "variable '%s': %s".formatted(variable.name(), problem));
    }
}
