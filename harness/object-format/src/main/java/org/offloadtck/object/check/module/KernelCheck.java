package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.check.module.KernelMetadata.Form;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.KernelPrologue;
import org.offloadtck.object.ir.ModuleConstant.Aggregate;
import org.offloadtck.object.ir.ModuleConstant.Scalar;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.RegionLaunch;
import org.offloadtck.object.ir.SymbolContent.Code;
import org.offloadtck.object.ir.SymbolContent.Data;
import org.offloadtck.object.offload.abi.MapType;

/// Checks the kernels of a device module: their metadata, and their parameters against the host's
/// launches.
///
/// Requirements: OC-60, OC-61.
final class KernelCheck {

    /// The versions of kernel arguments: LLVM, llvm/include/llvm/Frontend/OpenMP/OMPConstants.h,
    /// `OMP_KERNEL_ARG_VERSION`. Version 1 is of LLVM 15, whose kernels have no `dyn_ptr`; 3 is of
    /// 19 to 22, whose runtime adds it to the arguments; 5 is of 23, where it is an argument.
    private static final long WITHOUT_POINTER = 1;

    private static final long ADDED_POINTER = 3;

    private static final long PASSED_POINTER = 5;

    /// Suffixes of other variables of a kernel: LLVM 15 to 17, `OpenMPOpt.cpp`, and LLVM 18 to 23,
    /// `OMPIRBuilder.cpp`, `createTargetInit`.
    private static final List<String> OTHER_METADATA =
            List.of("_nested_parallelism", "_dynamic_environment");

    private final ModuleContents device;
    private final Map<String, RegionLaunch> launches = new HashMap<>();
    private final Map<String, KernelPrologue> prologues = new HashMap<>();
    private final Map<String, ModuleSymbol> hostSymbols = new HashMap<>();
    private final Set<String> requested = new HashSet<>();
    private final List<ModuleFault> faults = new ArrayList<>();
    private final boolean hasExecutionModes;

    private KernelCheck(Optional<ModuleContents> host, ModuleContents device) {
        this.device = device;
        host.ifPresent(contents -> {
            contents.module().launches().stream()
                    .filter(RegionLaunch::isRead)
                    .forEach(launch -> launches.putIfAbsent(launch.kernel(), launch));
            hostSymbols.putAll(contents.symbols());
            requested.addAll(contents.rows().keySet());
        });
        device.module()
                .prologues()
                .forEach(prologue -> prologues.putIfAbsent(prologue.kernel(), prologue));
        hasExecutionModes =
                device.symbols().keySet().stream().anyMatch(name -> name.endsWith("_exec_mode"));
    }

    static List<ModuleFault> faults(Optional<ModuleContents> host, ModuleContents device) {
        var check = new KernelCheck(host, device);
        for (var symbol : device.module().symbols()) {
            if (check.isRegion(symbol)) {
                check.kernel(symbol);
            }
            check.orphan(symbol);
        }
        return List.copyOf(check.faults);
    }

    private boolean isRegion(ModuleSymbol symbol) {
        boolean isCode =
                symbol.kind() == ModuleSymbol.Kind.KERNEL
                        || (symbol.kind() == ModuleSymbol.Kind.FUNCTION
                                && device.rows().get(symbol.name()) instanceof OffloadInfo.Region);
        return isCode
                && symbol.isDefined()
                && symbol.name().startsWith(OffloadInfo.REGION_PREFIX)
                && !HostModuleCheck.isLifetimeCode(symbol.name());
    }

    /// Metadata of a kernel that the module has lost, for example because it was cut. A kernel that
    /// the host requests is reported by that request.
    private void orphan(ModuleSymbol metadata) {
        var kernel = KernelMetadata.kernelOf(metadata.name());
        boolean isLost =
                metadata.isDefined()
                        && kernel.startsWith(OffloadInfo.REGION_PREFIX)
                        && !device.rows().containsKey(kernel)
                        && !requested.contains(kernel)
                        && device.symbol(kernel).filter(ModuleSymbol::isDefined).isEmpty();
        if (isLost) {
            add(
                    ModuleRule.MISSING_EXPORT,
                    metadata,
                    "kernel %s is not defined when %s is".formatted(kernel, metadata.name()));
        }
    }

    private void kernel(ModuleSymbol kernel) {
        var metadata = KernelMetadata.of(device, kernel.name());
        if (device.module().isForGpu()) {
            metadata.ifPresentOrElse(found -> metadata(kernel, found), () -> missing(kernel));
        }
        parameters(kernel, metadata);
    }

    /// A bare kernel, which does not call `__kmpc_target_init`, has no metadata. There are such
    /// since LLVM 19.
    private void missing(ModuleSymbol kernel) {
        if (hasExecutionModes || prologues.containsKey(kernel.name()) || isOptimized(kernel)) {
            add(
                    ModuleRule.KERNEL_METADATA_MISSING,
                    kernel,
                    "kernel %s has neither %1$s_exec_mode nor %1$s_kernel_environment when it should have one"
                            .formatted(kernel.name()));
        }
    }

    /// Whether the optimiser or the code generator of OpenMP has written other variables of the
    /// kernel: bare kernels have none.
    private boolean isOptimized(ModuleSymbol kernel) {
        return OTHER_METADATA.stream()
                .anyMatch(suffix -> device.symbol(kernel.name() + suffix).isPresent());
    }

    private void metadata(ModuleSymbol kernel, KernelMetadata metadata) {
        var symbol = metadata.symbol();
        if (!symbol.isExported()) {
            add(
                    ModuleRule.KERNEL_METADATA_MISSING,
                    symbol,
                    "%s is %s when it should be exported"
                            .formatted(
                                    symbol.name(),
                                    symbol.linkage().isLocal()
                                            ? symbol.linkage().keyword()
                                            : symbol.visibility().keyword()));
        }
        boolean isByte = metadata.form() == Form.EXECUTION_MODE;
        if (isByte && device.size(symbol.name()).orElse(1) != 1) {
            add(
                    ModuleRule.KERNEL_METADATA,
                    symbol,
                    "%s has %d bytes when it should have 1"
                            .formatted(symbol.name(), device.size(symbol.name()).getAsLong()));
        }
        metadata.impossible()
                .ifPresent(problem ->
                        add(
                                ModuleRule.KERNEL_METADATA,
                                symbol,
                                "%s %s".formatted(symbol.name(), problem)));
        Optional.ofNullable(prologues.get(kernel.name()))
                .ifPresent(prologue -> prologue(metadata, prologue));
    }

    private void prologue(KernelMetadata metadata, KernelPrologue prologue) {
        var own = KernelMetadata.environmentOf(prologue.kernel());
        var problem = "";
        if (!prologue.environment().isEmpty() && !prologue.environment().equals(own)) {
            problem =
                    "passes %s to __kmpc_target_init when it should be %s"
                            .formatted(prologue.environment(), own);
        } else if (prologue.mode() != 0
                && metadata.form() == Form.EXECUTION_MODE
                && !metadata.values().isEmpty()
                && !fits(metadata.values().getFirst(), prologue.mode())) {
            problem =
                    "passes mode %d to __kmpc_target_init when its execution mode is %d"
                            .formatted(prologue.mode(), metadata.values().getFirst());
        }
        if (!problem.isEmpty()) {
            faults.add(
                    new ModuleFault(
                            ModuleRule.KERNEL_METADATA,
                            prologue.kernel(),
                            prologue.position(),
                            "kernel %s %s".formatted(prologue.kernel(), problem)));
        }
    }

    /// Whether a kernel of a mode may run as `mode`: one that the optimiser turned from generic to
    /// SPMD runs as SPMD.
    private static boolean fits(long ofKernel, long mode) {
        return ofKernel == mode
                || (ofKernel == KernelMetadata.GENERIC_SPMD && mode == KernelMetadata.SPMD);
    }

    private void parameters(ModuleSymbol kernel, Optional<KernelMetadata> metadata) {
        if (!(kernel.content() instanceof Code(var types))) {
            return;
        }
        boolean hasEnvironment =
                metadata.filter(found -> found.form() == Form.ENVIRONMENT).isPresent();
        if (hasEnvironment && types.stream().noneMatch(KernelCheck::isPointer)) {
            add(
                    ModuleRule.KERNEL_PARAMETERS,
                    kernel,
                    "kernel %s has no parameter dyn_ptr when a kernel with an environment should"
                                    .formatted(kernel.name())
                            + " have one");
            return;
        }
        var launch = Optional.ofNullable(launches.get(kernel.name()));
        launch.ifPresent(found -> launch(kernel, found, metadata, types.size()));
        if (launch.isEmpty() && lacksPointer(kernel)) {
            add(
                    ModuleRule.KERNEL_PARAMETERS,
                    kernel,
                    "kernel %s passes a parameter to __kmpc_target_init that it lacks when its first should be dyn_ptr"
                            .formatted(kernel.name()));
        }
    }

    private boolean lacksPointer(ModuleSymbol kernel) {
        return Optional.ofNullable(prologues.get(kernel.name()))
                .filter(prologue -> prologue.dynamicPointer() == KernelPrologue.UNDEFINED)
                .isPresent();
    }

    private static boolean isPointer(String type) {
        return type.startsWith("ptr") || type.endsWith("*") || type.endsWith("64");
    }

    private void launch(
            ModuleSymbol kernel,
            RegionLaunch launch,
            Optional<KernelMetadata> metadata,
            int parameters) {
        var passed = passed(launch);
        if (passed.isEmpty()) {
            return;
        }
        var added = added(launch.version(), metadata);
        if (added.stream().noneMatch(more -> passed.get() + more == parameters)) {
            add(
                    ModuleRule.KERNEL_PARAMETERS,
                    kernel,
                    "kernel %s has %d parameters when the host launches it with %d%s"
                            .formatted(
                                    kernel.name(),
                                    parameters,
                                    passed.get(),
                                    added.contains(0) ? "" : " and dyn_ptr"));
        }
    }

    /// The number of arguments that the runtime passes to the kernel: those with
    /// [MapType#TARGET_PARAM].
    private Optional<Long> passed(RegionLaunch launch) {
        if (launch.mapTypes().isEmpty()) {
            return Optional.of(0L);
        }
        return Optional.ofNullable(hostSymbols.get(launch.mapTypes()))
                .map(ModuleSymbol::content)
                .filter(Data.class::isInstance)
                .map(content -> ((Data) content).value())
                .filter(Aggregate.class::isInstance)
                .map(value -> ((Aggregate) value).elements())
                .filter(types -> types.stream().allMatch(Scalar.class::isInstance))
                .map(types ->
                        types.stream()
                                .filter(type ->
                                        (((Scalar) type).value() & MapType.TARGET_PARAM.bit()) != 0)
                                .count());
    }

    /// The possible numbers of parameters in addition to those passed.
    private static List<Integer> added(long version, Optional<KernelMetadata> metadata) {
        if (version == WITHOUT_POINTER || version == PASSED_POINTER) {
            return List.of(0);
        }
        if (version == ADDED_POINTER) {
            return List.of(1);
        }
        return metadata.map(found ->
                        switch (found.form()) {
                            case EXECUTION_MODE -> List.of(0);
                            case ENVIRONMENT -> List.of(1);
                        })
                .orElse(List.of(0, 1));
    }

    private void add(ModuleRule rule, ModuleSymbol symbol, String problem) {
        faults.add(new ModuleFault(rule, symbol.name(), symbol.position(), problem));
    }
}
