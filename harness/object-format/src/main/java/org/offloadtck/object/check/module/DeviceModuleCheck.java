package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.ModuleSymbol.Kind;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.SymbolContent;
import org.offloadtck.object.ir.Visibility;

/// Checks that a device module exports the symbols that the host's compilation requests. Offloading
/// Design & Internals, Offload Device Compilation.
///
/// Requirements: DC-03, DC-06, DC-08, DC-11, OC-62.
public final class DeviceModuleCheck {

    /// Names of the entry sections in all releases: LLVM, llvm/lib/Frontend/Offloading/Utility.cpp.
    static final Set<String> ENTRY_SECTIONS =
            Set.of(
                    "omp_offloading_entries",
                    "llvm_offload_entries",
                    "cuda_offloading_entries",
                    "hip_offloading_entries");

    /// The symbol of an entry and the name in it. PTX allows no dots in names, so `_$_` replaces
    /// them.
    static final Pattern ENTRY = Pattern.compile(".*offloading(?:\\.|_\\$_)entry(?:\\.|_\\$_)(.*)");

    /// Suffix of the name of a `link` variable's pointer on the device.
    private static final String LINK_POINTER = "_decl_tgt_ref_ptr";

    /// The longest suffix of a kernel's name, in words that begin with `_`.
    private static final int SUFFIX_WORDS = 8;

    /// Prefix of the compiler's own symbols, such as the lock of a critical region.
    private static final String COMPILER_PREFIX = ".";

    private final ModuleContents device;
    private final List<ModuleContents> hosts;
    private final Map<String, OffloadInfo> requested;
    private final Set<String> unreachable;
    private final Map<String, Long> hostSizes;
    private final boolean hasEnvironments;

    /// @param hosts the host's module; none or one
    /// @param unreachable variables without an entry in the host
    private DeviceModuleCheck(
            ModuleContents device,
            List<ModuleContents> hosts,
            Map<String, OffloadInfo> requested,
            Set<String> unreachable) {
        this.device = device;
        this.hosts = hosts;
        this.requested = requested;
        this.unreachable = unreachable;
        this.hostSizes = hostSizes(hosts);
        this.hasEnvironments =
                device.symbols().keySet().stream()
                        .anyMatch(name -> name.endsWith(KernelMetadata.ENVIRONMENT));
    }

    /// Checks the module against the requests of the host's module.
    public static DeviceModuleCheck of(CompiledModule host, CompiledModule device) {
        var contents = ModuleContents.of(host);
        var entered = HostModuleCheck.entered(contents);
        var unreachable = new LinkedHashSet<>(contents.rows().keySet());
        unreachable.removeIf(name -> entered.isEmpty() || entered.contains(name));
        return new DeviceModuleCheck(
                ModuleContents.of(device), List.of(contents), contents.rows(), unreachable);
    }

    /// Checks the module against its own copy of the requests. It does not show which of them have
    /// entries in the host, so any local variable may have none.
    public static DeviceModuleCheck of(CompiledModule device) {
        var contents = ModuleContents.of(device);
        var local = new LinkedHashSet<String>();
        contents.rows()
                .forEach((name, row) -> {
                    boolean isLocal =
                            row instanceof OffloadInfo.Variable
                                    && contents.symbol(name)
                                            .filter(symbol -> symbol.linkage().isLocal())
                                            .isPresent();
                    if (isLocal) {
                        local.add(name);
                    }
                });
        return new DeviceModuleCheck(contents, List.of(), contents.rows(), local);
    }

    /// The requested variables without an entry in the host, so that no lookup finds them: static
    /// variables.
    public Set<String> unreachable() {
        return Collections.unmodifiableSet(unreachable);
    }

    /// The name of the symbol for which the entry exists; empty if the symbol is no entry.
    public static Optional<String> entry(ModuleSymbol symbol) {
        if (!ENTRY_SECTIONS.contains(symbol.section()) && !symbol.section().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ENTRY.matcher(symbol.name()))
                .filter(Matcher::matches)
                .map(name -> String.valueOf(name.group(1)));
    }

    /// Whether the symbol is the pointer to a variable of the clause `link`.
    public static boolean isLinkPointer(ModuleSymbol symbol) {
        return symbol.name().endsWith(LINK_POINTER);
    }

    /// All faults: first those of requested symbols, then others in file order.
    public List<ModuleFault> faults() {
        var faults = new ArrayList<ModuleFault>();
        requested.values().forEach(row -> faultOf(row).ifPresent(faults::add));
        for (var symbol : device.module().symbols()) {
            faultOf(symbol).ifPresent(faults::add);
        }
        faults.addAll(KernelCheck.faults(hosts.stream().findFirst(), device));
        faults.addAll(ModuleTargetCheck.faults(device.module()));
        new DeviceRuntimeUse(device.module()).fault().ifPresent(faults::add);
        return List.copyOf(faults);
    }

    private Optional<ModuleFault> faultOf(OffloadInfo row) {
        var found = device.symbol(row.name()).filter(ModuleSymbol::isDefined);
        if (found.isEmpty() && isElsewhere(row)) {
            return Optional.empty();
        }
        if (found.isEmpty() || (!found.get().isExported() && !unreachable.contains(row.name()))) {
            return Optional.of(missing(row, found));
        }
        return isWhatItShouldBe(row, found.get())
                ? size(row, found.get())
                : Optional.of(
                        fault(
                                ModuleRule.WRONG_EXPORT,
                                found.get(),
                                "%s is a %s when it should be a %s"
                                        .formatted(
                                                row.name(), found.get().kind().word(), word(row))));
    }

    /// Whether another file may define the variable. Up to LLVM 17, whose kernels have no
    /// environments, front ends write rows for variables that the file only declares.
    private boolean isElsewhere(OffloadInfo row) {
        if (!(row instanceof OffloadInfo.Variable)) {
            return false;
        }
        if (hosts.isEmpty()) {
            return !hasEnvironments;
        }
        return unreachable.contains(row.name())
                && hosts.getFirst().symbol(row.name()).filter(ModuleSymbol::isDefined).isEmpty();
    }

    /// A variable of another size than the entry of the host's module, or than its variable if it
    /// has no entry.
    private Optional<ModuleFault> size(OffloadInfo row, ModuleSymbol symbol) {
        var own = device.size(row.name());
        var expected = hostSizes.getOrDefault(row.name(), SymbolContent.UNKNOWN_SIZE);
        boolean differs =
                row instanceof OffloadInfo.Variable
                        && own.isPresent()
                        && expected >= 0
                        && own.getAsLong() != expected;
        return differs
                ? Optional.of(
                        fault(
                                ModuleRule.VARIABLE_SIZE,
                                symbol,
                                "variable %s has %d bytes when it should have the %d of the host"
                                        .formatted(row.name(), own.getAsLong(), expected)))
                : Optional.empty();
    }

    private static Map<String, Long> hostSizes(List<ModuleContents> hosts) {
        var sizes = new HashMap<String, Long>();
        for (var host : hosts) {
            for (var name : host.rows().keySet()) {
                host.size(name).ifPresent(size -> sizes.put(name, size));
            }
            host.entries().forEach(entry -> sizes.put(entry.suffix(), entry.size()));
        }
        return sizes;
    }

    private ModuleFault missing(OffloadInfo row, Optional<ModuleSymbol> found) {
        var is =
                found.map(symbol ->
                                symbol.linkage().isLocal()
                                        ? symbol.linkage().keyword()
                                        : symbol.visibility().keyword())
                        .orElse("not defined");
        return new ModuleFault(
                ModuleRule.MISSING_EXPORT,
                row.name(),
                found.map(ModuleSymbol::position).orElseGet(() -> device.rowPosition(row.name())),
                "%s %s is %s when it should be exported".formatted(word(row), row.name(), is));
    }

    private boolean isWhatItShouldBe(OffloadInfo row, ModuleSymbol symbol) {
        return switch (row) {
            case OffloadInfo.Region _ ->
                    symbol.kind() == Kind.KERNEL
                            || (symbol.kind() == Kind.FUNCTION && !device.module().isForGpu());
            case OffloadInfo.Variable _ -> symbol.kind() == Kind.VARIABLE;
            case OffloadInfo.IndirectFunction _ -> symbol.kind() == Kind.FUNCTION;
        };
    }

    private static String word(OffloadInfo row) {
        return switch (row) {
            case OffloadInfo.Region _ -> "kernel";
            case OffloadInfo.Variable _ -> "variable";
            case OffloadInfo.IndirectFunction _ -> "function";
        };
    }

    private Optional<ModuleFault> faultOf(ModuleSymbol symbol) {
        if (device.module().isForGpu() && entry(symbol).isPresent()) {
            return Optional.of(
                    fault(
                            ModuleRule.ENTRIES_ON_DEVICE,
                            symbol,
                            "%s is an offload entry when the module of a device should have none"
                                    .formatted(symbol.name())));
        }
        if (!symbol.isExported()
                || entry(symbol).isPresent()
                || symbol.name().startsWith(COMPILER_PREFIX)) {
            return Optional.empty();
        }
        if (isPreemptible(symbol)) {
            return Optional.of(
                    fault(
                            ModuleRule.PREEMPTIBLE_SYMBOL,
                            symbol,
                            "%s has default visibility when it should be protected"
                                    .formatted(symbol.name())));
        }
        return isUnrequested(symbol)
                ? Optional.of(
                        fault(
                                ModuleRule.UNASKED_EXPORT,
                                symbol,
                                "%s %s is exported when the host does not request it"
                                        .formatted(symbol.kind().word(), symbol.name())))
                : Optional.empty();
    }

    /// Whether another image could preempt the symbol. Kernels and link pointers are compared with
    /// the profiles instead, because releases have given them default visibility.
    private boolean isPreemptible(ModuleSymbol symbol) {
        return symbol.visibility() == Visibility.DEFAULT
                && !isKernel(symbol)
                && !isLinkPointer(symbol)
                && !DeviceRuntimeUse.ownsName(symbol.name())
                && !belongsToKernel(symbol);
    }

    private boolean isKernel(ModuleSymbol symbol) {
        return symbol.kind() == Kind.KERNEL
                || requested.get(symbol.name()) instanceof OffloadInfo.Region;
    }

    /// Whether the host does not request the symbol; false if there are no requests.
    private boolean isUnrequested(ModuleSymbol symbol) {
        boolean checked = symbol.kind() == Kind.KERNEL || symbol.kind() == Kind.VARIABLE;
        return checked
                && !requested.isEmpty()
                && !requested.containsKey(symbol.name())
                && !DeviceRuntimeUse.ownsName(symbol.name())
                && !belongsToKernel(symbol);
    }

    /// Whether the name is a kernel's name with a suffix, such as `<kernel>_exec_mode`.
    private boolean belongsToKernel(ModuleSymbol symbol) {
        var name = symbol.name();
        int at = name.length();
        for (int words = 0; words < SUFFIX_WORDS && at > 0; words++) {
            at = name.lastIndexOf('_', at - 1);
            if (at > 0 && device.symbol(name.substring(0, at)).filter(this::isKernel).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static ModuleFault fault(ModuleRule rule, ModuleSymbol symbol, String problem) {
        return new ModuleFault(rule, symbol.name(), symbol.position(), problem);
    }
}
