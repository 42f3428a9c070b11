package org.offloadtck.object.check.module;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.KernelPrologue;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.SymbolContent;
import org.offloadtck.object.ir.TextPosition;
import org.offloadtck.object.ir.Visibility;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.IndirectStyle;
import org.offloadtck.object.profile.runtime.DeviceAbi;

/// Records the values in a module of LLVM IR or PTX for which profiles have values.
///
/// Requirements: DC-11, OE-09, OC-60.
public final class ModuleAbiCheck {

    private static final String TARGET_INIT = "__kmpc_target_init";

    private static final String PARALLEL = "__kmpc_parallel_";

    private static final String NVPTX = "nvptx64-nvidia-cuda";

    /// Targets whose data layouts the profiles have: x86-64 and ELF.
    private static final Pattern X86 = Pattern.compile("x86_64-.*-linux-gnu");

    private final CompiledModule module;
    private final ModuleContents contents;
    private final DistinctValues observations;

    public ModuleAbiCheck(CompiledModule module, Observations observations) {
        this.module = module;
        this.contents = ModuleContents.of(module);
        this.observations = new DistinctValues(observations);
    }

    public void read() {
        for (int index = 0; index < module.offloadInfo().size(); index++) {
            row(module.offloadInfo().get(index), module.offloadInfoPositions().get(index));
        }
        dataLayout();
        switch (module.side()) {
            case HOST -> new HostAbiCheck(contents, observations).read();
            case DEVICE -> device();
            case OTHER_DEVICE -> {}
        }
    }

    private void device() {
        for (var symbol : module.symbols()) {
            if (symbol.isDefined()) {
                visibility(symbol);
            }
            if (isRegion(symbol) && symbol.isDefined() && module.isForGpu()) {
                KernelMetadata.of(contents, symbol.name()).ifPresent(this::metadata);
            }
            runtimeFunction(symbol);
        }
        module.prologues().stream()
                .filter(prologue -> prologue.dynamicPointer() >= 0)
                .forEach(this::dynamicPointer);
        if (!module.isForGpu()) {
            new HostAbiCheck(contents, observations).read();
        }
        entries();
    }

    /// Records how a module states the triple's data layout. That of other targets is in no
    /// profile.
    private void dataLayout() {
        var where = new Place("target datalayout", "", 0);
        if (module.target().equals(NVPTX) && !module.dataLayout().isEmpty()) {
            observations.add(
                    ObservedValue.among(
                            "device-module.data-layout.nvptx64",
                            module.dataLayout(),
                            where,
                            profile -> profile.deviceModule().dataLayouts()));
        } else if (X86.matcher(module.target()).matches() && !module.dataLayout().isEmpty()) {
            observations.add(
                    ObservedValue.among(
                            "device-module.data-layout.x86-64",
                            module.dataLayout(),
                            where,
                            profile -> profile.deviceModule().hostDataLayouts()));
        }
    }

    private void metadata(KernelMetadata metadata) {
        var expected =
                switch (metadata.form()) {
                    case EXECUTION_MODE -> EnumSet.of(DeviceAbi.D16);
                    case ENVIRONMENT -> EnumSet.of(DeviceAbi.D19, DeviceAbi.D23);
                };
        deviceAbi(
                expected,
                switch (metadata.form()) {
                    case EXECUTION_MODE -> "with execution modes";
                    case ENVIRONMENT -> "with kernel environments";
                },
                place(metadata.symbol().name(), metadata.symbol().position()));
    }

    /// The parameter `dyn_ptr` is the first up to LLVM 22 and then the last.
    private void dynamicPointer(KernelPrologue prologue) {
        int last =
                contents.symbol(prologue.kernel())
                                .map(ModuleSymbol::content)
                                .filter(SymbolContent.Code.class::isInstance)
                                .map(code -> ((SymbolContent.Code) code).parameters().size())
                                .orElse(1)
                        - 1;
        var expected = EnumSet.noneOf(DeviceAbi.class);
        if (prologue.dynamicPointer() == 0) {
            expected.add(DeviceAbi.D19);
        }
        if (prologue.dynamicPointer() == last) {
            expected.add(DeviceAbi.D23);
        }
        deviceAbi(
                expected,
                "with dyn_ptr as parameter %d of %d"
                        .formatted(prologue.dynamicPointer() + 1, last + 1),
                place("kernel " + prologue.kernel(), prologue.position()));
    }

    private void deviceAbi(Set<DeviceAbi> expected, String observed, Place where) {
        observations.add(
                new ObservedValue(
                        "runtime.device-abi",
                        observed,
                        where,
                        profile ->
                                Optional.of(profile.runtime().deviceAbi())
                                        .filter(has -> !expected.contains(has))
                                        .map(has ->
                                                switch (has) {
                                                    case D16 -> "with execution modes";
                                                    case D19 ->
                                                            "with dyn_ptr as the first parameter";
                                                    case D23 ->
                                                            "with dyn_ptr as the last parameter";
                                                })));
    }

    private void runtimeFunction(ModuleSymbol symbol) {
        var where = place(symbol.name(), symbol.position());
        if (symbol.name().equals(TARGET_INIT)
                && symbol.content() instanceof SymbolContent.Code(var parameters)) {
            observations.add(
                    ObservedValue.equal(
                            "device-module.target-init-parameters",
                            Integer.toString(parameters.size()),
                            where,
                            profile ->
                                    Integer.toString(
                                            profile.deviceModule().targetInitParameters())));
        } else if (symbol.name().startsWith(PARALLEL)
                && symbol.kind() == ModuleSymbol.Kind.FUNCTION) {
            observations.add(
                    ObservedValue.among(
                            "device-module.parallel-functions",
                            symbol.name(),
                            where,
                            profile -> profile.deviceModule().parallelFunctions()));
        }
    }

    private void row(OffloadInfo row, TextPosition position) {
        var where = place("omp_offload.info, order %d".formatted(row.order()), position);
        switch (row) {
            case OffloadInfo.Region region ->
                    observations.add(
                            ObservedValue.equal(
                                    "device-module.region-operands",
                                    region.operands().label(),
                                    where,
                                    profile -> profile.deviceModule().regionOperands().label()));
            case OffloadInfo.Variable(_, var flags, _) -> variable(flags, where);
            case OffloadInfo.IndirectFunction _ -> indirect(IndirectStyle.FUNCTION, where);
        }
    }

    /// Records the flags of a variable. In some editions an indirect function is a variable with a
    /// flag of its own.
    private void variable(long flags, Place where) {
        observations.add(
                ObservedValue.satisfying(
                        "entries.openmp-flags",
                        "0x%x".formatted(flags),
                        where,
                        profile -> (flags & ~profile.entries().openmpFlags()) == 0,
                        "a set of the bits that entries may have"));
    }

    private void indirect(IndirectStyle style, Place where) {
        observations.add(
                ObservedValue.equal(
                        "entries.indirect.style",
                        style.label(),
                        where,
                        profile -> profile.entries().indirect().label()));
    }

    /// Records the visibility of a symbol. Functions with reserved names come from the compiler and
    /// are skipped.
    private void visibility(ModuleSymbol symbol) {
        if (symbol.linkage().isLocal() || symbol.visibility() == Visibility.UNSTATED) {
            return;
        }
        if (isRegion(symbol)) {
            visibility("kernel", symbol, AbiProfile.DeviceModule::kernelVisibility);
        } else if (DeviceModuleCheck.isLinkPointer(symbol)) {
            visibility("link-pointer", symbol, AbiProfile.DeviceModule::linkPointerVisibility);
        } else if (symbol.kind() == ModuleSymbol.Kind.FUNCTION && !symbol.name().startsWith("__")) {
            visibility("function", symbol, AbiProfile.DeviceModule::functionVisibility);
        }
    }

    private void visibility(
            String what,
            ModuleSymbol symbol,
            Function<AbiProfile.DeviceModule, Visibility> expected) {
        observations.add(
                ObservedValue.equal(
                        "device-module.%s-visibility".formatted(what),
                        symbol.visibility().keyword(),
                        place(
                                "%s %s".formatted(symbol.kind().word(), symbol.name()),
                                symbol.position()),
                        profile -> expected.apply(profile.deviceModule()).keyword()));
    }

    private boolean isRegion(ModuleSymbol symbol) {
        return symbol.kind() == ModuleSymbol.Kind.KERNEL
                || contents.rows().get(symbol.name()) instanceof OffloadInfo.Region;
    }

    /// Records that the module of a CPU has entries. Entries of a GPU module are a fault in every
    /// profile; a module without entries may have nothing to enter.
    private void entries() {
        module.symbols().stream()
                .filter(symbol -> !module.isForGpu() && DeviceModuleCheck.entry(symbol).isPresent())
                .findFirst()
                .ifPresent(symbol ->
                        observations.add(
                                ObservedValue.satisfying(
                                        "device-module.entries-for-cpus",
                                        "true",
                                        place(symbol.name(), symbol.position()),
                                        profile -> profile.deviceModule().entriesForCpus(),
                                        "false")));
    }

    static Place place(String text, TextPosition position) {
        return new Place("%s at %s".formatted(text, position), "", position.offset());
    }
}
