package org.offloadtck.object.check.module;

import java.util.function.Function;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Side;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.Visibility;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.IndirectStyle;

/// Records the values in a module of LLVM IR or PTX for which profiles have values.
///
/// Requirements: DC-11, OE-09.
public record ModuleAbiCheck(CompiledModule module, Observations observations) {

    public void read() {
        module.offloadInfo().forEach(this::row);
        if (module.side() == Side.DEVICE) {
            module.symbols().stream().filter(ModuleSymbol::isDefined).forEach(this::visibility);
            entries();
        }
    }

    private void row(OffloadInfo row) {
        var where = new Place("omp_offload.info, order %d".formatted(row.order()), "", 0);
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
                        place("%s %s".formatted(symbol.kind().word(), symbol.name()), symbol),
                        profile -> expected.apply(profile.deviceModule()).keyword()));
    }

    private boolean isRegion(ModuleSymbol symbol) {
        return symbol.kind() == ModuleSymbol.Kind.KERNEL
                || module.offloadInfo().stream()
                        .anyMatch(row ->
                                row instanceof OffloadInfo.Region
                                        && row.name().equals(symbol.name()));
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
                                        place(symbol.name(), symbol),
                                        profile -> profile.deviceModule().entriesForCpus(),
                                        "false")));
    }

    private static Place place(String text, ModuleSymbol symbol) {
        return new Place(text, "", symbol.position().offset());
    }
}
