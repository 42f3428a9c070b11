package org.offloadtck.object.check.module;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.ModuleSymbol;

/// What a module has of the device runtime and of the vendor's device library. Offloading Design &
/// Internals, Offload Device Compilation: both are linked in while a device is compiled for.
///
/// @param device the module
public record DeviceRuntimeUse(CompiledModule device) {

    /// What the names of the runtime begin with, C++ names by their namespace: LLVM,
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

    /// What the names of libdevice begin with: libdevice User's Guide, Basic Usage; and kernels
    /// that the code generator adds.
    private static final List<String> LIBRARY = List.of("__nv_", "__ockl_", "__ocml_");

    /// Kernels that run constructors and destructors: LLVM, NVPTXCtorDtorLowering and
    /// AMDGPUCtorDtorLowering, and the arrays they walk.
    private static final List<String> LOWERED =
            List.of("nvptx$device$", "amdgcn.device.", "__init_array_", "__fini_array_");

    /// How much of the runtime a module has.
    public enum Extent {
        /// The module uses nothing of it.
        UNUSED,
        /// Everything of it that the module uses is left to a linker.
        LEFT_OUT,
        /// Some of it is in the module.
        LINKED_IN;

        /// `left-out`, as scenarios say it.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// Whether the name is one of the runtime, of the vendor's library, or of what the code
    /// generator adds.
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

    /// Functions of the runtime and of the vendor's library that the module needs and does not
    /// have, in file order.
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

    /// What is wrong with the device code of a GPU as the compiler's last step wrote it, which is
    /// PTX: a runtime that is left out has to be linked with the image, and what one that is in the
    /// module leaves undefined will link to nothing.
    Optional<ModuleFault> fault() {
        var undefined = undefined();
        if (device.language() != Language.PTX || undefined.isEmpty()) {
            return Optional.empty();
        }
        var names = String.join(", ", undefined);
        return switch (extent()) {
            case UNUSED -> Optional.empty();
            case LEFT_OUT ->
                    fault(
                            ModuleFault.Kind.RUNTIME_LEFT_OUT,
                            "the device runtime is left out when it should be linked in: " + names);
            case LINKED_IN ->
                    fault(
                            ModuleFault.Kind.RUNTIME_INCOMPLETE,
                            "the device runtime is linked in without %s when it should be whole"
                                    .formatted(names));
        };
    }

    private Optional<ModuleFault> fault(ModuleFault.Kind kind, String problem) {
        var first = undefined().getFirst();
        return device.symbol(first)
                .map(symbol -> new ModuleFault(kind, first, symbol.position(), problem));
    }
}
