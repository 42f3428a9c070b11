package org.offloadtck.emulation.module;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.code.BuiltinFunction.SystemCall;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.PtxModule.IsaVersion;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.IsaMnemonics;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.FormRequirement;

/// Rejects PTX that the compiler of a driver rejects, though the parser reads it and the simulator
/// could run it. The rules are those of PTX ISA 9.0, and the results those of an NVIDIA H200,
/// driver 580.159 (2026-11-26), unless a rule names another source.
///
/// A function that is called and not defined is rejected unless it is a system call, or one of the
/// CUDA device runtime that NVIDIA's library was linked for. The simulator's libdevice and its
/// functions of OpenMP's device runtime are for images of the kit's `nvlink`, which are not checked
/// here (ADR 22).
///
/// @param device for which the PTX is compiled
/// @param runtime whether the library of the device runtime is linked to the PTX
record PtxImageCheck(DeviceSpec device, DeviceRuntimeLink runtime) {

    /// Whether NVIDIA's library of the CUDA device runtime is linked to PTX.
    enum DeviceRuntimeLink {
        LINKED,
        ABSENT
    }

    /// The latest release that is read, that of CUDA 13.5. A form that a release after 9.0 added is
    /// rejected where it is used, by name and line.
    private static final IsaVersion LATEST = new IsaVersion(9, 5);

    /// The oldest architecture of PTX with 64-bit addresses that drivers compile.
    private static final int OLDEST = 20;

    /// First releases with an architecture and those after it (PTX ISA 9.0, *Release Notes*;
    /// `ptxas` 13.0).
    private static final TreeMap<Integer, IsaVersion> FIRST_RELEASES =
            new TreeMap<>(
                    Map.ofEntries(
                            entry(OLDEST, new IsaVersion(2, 0)),
                            entry(30, new IsaVersion(3, 0)),
                            entry(50, new IsaVersion(4, 0)),
                            entry(60, new IsaVersion(5, 0)),
                            entry(70, new IsaVersion(6, 0)),
                            entry(75, new IsaVersion(6, 3)),
                            entry(80, new IsaVersion(7, 0)),
                            entry(86, new IsaVersion(7, 1)),
                            entry(87, new IsaVersion(7, 4)),
                            entry(89, new IsaVersion(7, 8)),
                            entry(100, new IsaVersion(8, 6)),
                            entry(103, new IsaVersion(8, 8)),
                            entry(110, new IsaVersion(9, 0)),
                            entry(120, new IsaVersion(8, 7)),
                            entry(121, new IsaVersion(8, 8))));

    /// Parameters of a kernel in bytes: before release 8.1 or `sm_70`, and after (PTX ISA
    /// §5.1.6.1).
    private static final int FEW_PARAMETER_BYTES = 4352;

    private static final int MANY_PARAMETER_BYTES = 32_764;
    private static final IsaVersion MANY_PARAMETERS = new IsaVersion(8, 1);
    private static final int MANY_PARAMETERS_TARGET = 70;

    /// The first release with volatile accesses to local memory (PTX ISA 9.1 §13.1). `nvcc` writes
    /// them into the PTX of RAPIDS cuDF 26.08, of release 9.3.
    private static final IsaVersion VOLATILE_LOCAL_ACCESSES = new IsaVersion(9, 1);

    static PtxImageCheck of(DeviceSpec device) {
        return new PtxImageCheck(device, DeviceRuntimeLink.ABSENT);
    }

    /// @throws DriverCallException with the line of `ptxas` as its reason
    void check(PtxModule module) {
        checkTarget(module);
        long constants =
                module.variables().stream()
                        .filter(variable -> variable.space() == StateSpace.CONST)
                        .mapToLong(Variable::size)
                        .sum();
        int most = device.memory().constantBytes();
        if (constants > most) {
            throw tooMuch("const space overflowed", constants, most);
        }
        var functions = named(module);
        for (var function : module.functions()) {
            checkParameters(module, function);
            for (var instruction : function.body().instructions()) {
                check(instruction, module, functions);
                checkRelease(instruction, module);
            }
        }
        checkAddresses(module, functions);
    }

    private static Map<String, Function> named(PtxModule module) {
        var functions = new HashMap<String, Function>();
        module.functions().forEach(function -> functions.put(function.name(), function));
        for (var alias : module.aliases()) {
            module.function(alias.aliasee()).ifPresent(f -> functions.put(alias.name(), f));
        }
        return functions;
    }

    private void checkTarget(PtxModule module) {
        var target = module.target();
        if (module.version().compareTo(LATEST) > 0) {
            throw DriverCallException.of(
                    DriverResult.UNSUPPORTED_PTX_VERSION,
                    "ptxas fatal   : Unsupported .version %s; current version is '%s'"
                            .formatted(module.version(), LATEST));
        }
        if (target.number() > device.sm()) {
            throw ModuleLoader.log(
                    "ptxas fatal   : SM version specified by .target is higher than default SM version"
                            + " assumed: %s when the device is sm_%d"
                                    .formatted(target.architecture(), device.sm()));
        }
        if (!target.runsOn(device.sm())) {
            throw ModuleLoader.log(
                    "ptxas fatal   : Program with .target '%s' cannot be compiled to %s"
                            .formatted(
                                    target.architecture(),
                                    target.isSpecific()
                                            ? "future architecture"
                                            : "different SM-family architecture"));
        }
        var first = FIRST_RELEASES.floorEntry(target.number());
        if (first == null || module.version().compareTo(first.getValue()) < 0) {
            throw ModuleLoader.log(
                    "ptxas fatal   : target %s is not supported by PTX ISA .version %s"
                            .formatted(target.architecture(), module.version()));
        }
    }

    private static void checkParameters(PtxModule module, Function function) {
        boolean isMany =
                module.version().compareTo(MANY_PARAMETERS) >= 0
                        && module.target().number() >= MANY_PARAMETERS_TARGET;
        int most = isMany ? MANY_PARAMETER_BYTES : FEW_PARAMETER_BYTES;
        long bytes = function.signature().parameters().stream().mapToLong(Variable::size).sum();
        if (function.isKernel() && bytes > most) {
            throw tooMuch(
                    "Formal parameter space overflowed in %s".formatted(function.name()),
                    bytes,
                    most);
        }
    }

    private static DriverCallException tooMuch(String what, long bytes, long most) {
        return ModuleLoader.log(
                "ptxas error   : %s (%d bytes required, max %d bytes allowed)"
                        .formatted(what, bytes, most));
    }

    private void check(Instruction instruction, PtxModule module, Map<String, Function> functions) {
        switch (instruction) {
            case Instruction.Operation operation -> checkSpace(operation, module.version());
            case Instruction.Call call when call.callee() instanceof Callee.Direct(var name) ->
                    checkCallee(instruction, name, functions);
            case Instruction.Opaque opaque -> checkName(opaque);
            case Instruction.Branch _, Instruction.IndexedBranch _, Instruction.Call _ -> {}
        }
    }

    private static void checkSpace(Instruction.Operation operation, IsaVersion version) {
        var modifiers = operation.modifiers();
        var space = modifiers.or(StateSpace.GENERIC);
        boolean isVolatile = modifiers.or(MemorySemantics.WEAK) == MemorySemantics.VOLATILE;
        boolean isOfThread =
                space == StateSpace.LOCAL && version.compareTo(VOLATILE_LOCAL_ACCESSES) < 0;
        if (isVolatile && (isOfThread || space == StateSpace.CONST)) {
            throw at(
                    operation,
                    "Illegal modifier '.volatile' for instruction '%s'"
                            .formatted(operation.mnemonic()));
        }
    }

    private static void checkRelease(Instruction instruction, PtxModule module) {
        if (instruction instanceof Instruction.Operation operation) {
            var unmet = FormRequirement.unmet(operation, module);
            if (!unmet.isEmpty()) {
                throw at(operation, unmet.getFirst().problem());
            }
        }
    }

    /// Whether a function may be left undefined.
    private boolean isProvided(String name) {
        return SystemCall.of(name).isPresent()
                || (runtime == DeviceRuntimeLink.LINKED
                        && DeviceRuntimeFunction.of(name).isPresent());
    }

    private void checkCallee(Instruction call, String name, Map<String, Function> functions) {
        var callee = functions.get(name);
        if (callee == null && !isProvided(name)) {
            throw ModuleLoader.log(
                    "ptxas fatal   : Unresolved extern function '%s'".formatted(name));
        }
        if (callee != null && callee.isKernel()) {
            throw at(call, "Call to entry function '%s'".formatted(name));
        }
    }

    /// Rejects the address of a function that the module declares and does not define (`ptxas`
    /// 13.0).
    private void checkAddresses(PtxModule module, Map<String, Function> functions) {
        var undefined =
                module.declarations().stream()
                        .map(Signature::name)
                        .filter(name -> !functions.containsKey(name) && !isProvided(name))
                        .collect(toUnmodifiableSet());
        if (undefined.isEmpty()) {
            return;
        }
        for (var name : PtxLinker.references(module)) {
            if (undefined.contains(name)) {
                throw ModuleLoader.log(
                        "ptxas fatal   : Cannot take address of function '%s'".formatted(name));
            }
        }
    }

    private static void checkName(Instruction.Opaque opaque) {
        if (!IsaMnemonics.haveFirstWordOf(opaque.mnemonic())) {
            throw at(
                    opaque,
                    "Not a name of any known instruction: '%s'"
                            .formatted(IsaMnemonics.firstWord(opaque.mnemonic())));
        }
    }

    private static DriverCallException at(Instruction instruction, String problem) {
        return ModuleLoader.log(
                "ptxas application ptx input, line %d; error   : %s"
                        .formatted(instruction.location().span().line(), problem));
    }
}
