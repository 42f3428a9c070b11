package org.offloadtck.object.check.module;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.ModuleSymbol;

/// The use of the device runtime and of the vendor's device library in a module. Offloading Design
/// & Internals, Offload Device Compilation: both are linked in during device compilation.
///
/// Requirements: DC-12, DC-13, DC-14, DC-10, DC-15.
///
/// @param device the module
public record DeviceRuntimeUse(CompiledModule device) {

    /// Prefixes of the runtime's names, C++ names by their namespace: LLVM,
    /// openmp/libomptarget/DeviceRTL of LLVM 16, offload/DeviceRTL of LLVM 19.
    private static final List<String> RUNTIME =
            List.of(
                    "__kmpc_",
                    "omp_",
                    "__omp_rtl_",
                    "__openmp_",
                    "_ZN4ompx",
                    "__llvm_omp_",
                    "_OMP_");

    /// Prefixes of names in the vendors' libraries: libdevice User's Guide, Basic Usage; ROCm
    /// device libraries.
    private static final List<String> LIBRARY = List.of("__nv_", "__ockl_", "__ocml_");

    /// Prefixes of the kernels that run constructors and destructors, and of the arrays they
    /// iterate over: LLVM, NVPTXCtorDtorLowering and AMDGPUCtorDtorLowering.
    private static final List<String> LOWERED =
            List.of("nvptx$device$", "amdgcn.device.", "__init_array_", "__fini_array_");

    /// The extent to which the runtime is linked in.
    public enum Extent {
        /// The module does not use the runtime.
        UNUSED,
        /// The module declares the runtime's functions and a linker must define them.
        LEFT_OUT,
        /// The module defines functions of the runtime.
        LINKED_IN;

        /// The word in scenarios, such as `left-out`.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// Whether the name belongs to the runtime, the vendor's library or the code generator.
    static boolean ownsName(String name) {
        return starts(name, RUNTIME) || starts(name, LIBRARY) || starts(name, LOWERED);
    }

    private static boolean starts(String name, List<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    public Extent extent() {
        var names = device.symbols().stream().filter(DeviceRuntimeUse::isFunctionOfIt).toList();
        if (names.isEmpty()) {
            return Extent.UNUSED;
        }
        return names.stream().anyMatch(ModuleSymbol::isDefined)
                ? Extent.LINKED_IN
                : Extent.LEFT_OUT;
    }

    /// Functions of the runtime and the vendor's library that the module declares and does not
    /// define, in file order.
    public List<String> undefined() {
        return device.symbols().stream()
                .filter(symbol -> isFunctionOfIt(symbol) || starts(symbol.name(), LIBRARY))
                .filter(symbol -> !symbol.isDefined())
                .map(ModuleSymbol::name)
                .toList();
    }

    private static boolean isFunctionOfIt(ModuleSymbol symbol) {
        return symbol.kind() == ModuleSymbol.Kind.FUNCTION && starts(symbol.name(), RUNTIME);
    }

    /// The fault of a GPU module after the compiler's last step, which is PTX: a runtime that is
    /// left out must be linked with the image, and undefined functions of a runtime that is linked
    /// in stay undefined.
    Optional<ModuleFault> fault() {
        var undefined = undefined();
        if (device.language() != Language.PTX || undefined.isEmpty()) {
            return Optional.empty();
        }
        var unknown = undefined.stream().filter(DeviceRuntimeFunctions::lack).findFirst();
        if (unknown.isPresent()) {
            return fault(
                    ModuleRule.RUNTIME_INCOMPLETE,
                    unknown.get(),
                    "%s is called when a device runtime should define it, and none of LLVM 14, 15, 16, 19 and 22 does"
                            .formatted(unknown.get()));
        }
        var names = String.join(", ", undefined);
        return switch (extent()) {
            case UNUSED -> Optional.empty();
            case LEFT_OUT ->
                    fault(
                            ModuleRule.RUNTIME_LEFT_OUT,
                            undefined.getFirst(),
                            "the device runtime is left out when it should be linked in: " + names);
            case LINKED_IN ->
                    fault(
                            incomplete(undefined),
                            undefined.getFirst(),
                            "the device runtime is linked in without %s when it should be whole"
                                    .formatted(names));
        };
    }

    /// The optimiser calls functions of the runtime after it is linked in. The device link takes
    /// them from the runtime's static library: clang 19.1.7 -O2 of a nested parallel region. The
    /// vendor's library is in no device link.
    private static ModuleRule incomplete(List<String> undefined) {
        return undefined.stream().anyMatch(name -> starts(name, LIBRARY))
                ? ModuleRule.RUNTIME_INCOMPLETE
                : ModuleRule.RUNTIME_LEFT_OUT;
    }

    private Optional<ModuleFault> fault(ModuleRule rule, String name, String problem) {
        return device.symbol(name)
                .map(symbol -> new ModuleFault(rule, name, symbol.position(), problem));
    }
}
