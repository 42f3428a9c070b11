package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.TextPosition;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;

/// Checks the entries of a host module against its rows of `omp_offload.info` and its variables.
/// The linker collects the entries; the device compilation reads the rows.
///
/// Requirements: OC-62, OC-63, OC-64, OC-65, OC-70.
public final class HostModuleCheck {

    /// Suffix of the constant that identifies a region: LLVM, llvm/lib/Frontend/OpenMP/
    /// OMPIRBuilder.cpp, `createTargetRegionEntryAddr`.
    private static final String REGION_ID = ".region_id";

    private static final long POINTER = 8;

    private final ModuleContents host;
    private final List<ModuleFault> faults = new ArrayList<>();

    private HostModuleCheck(ModuleContents host) {
        this.host = host;
    }

    public static boolean hasEntries(CompiledModule host) {
        return !ModuleContents.of(host).entries().isEmpty();
    }

    /// All faults: those of entries, of rows, then of launches, in file order.
    public static List<ModuleFault> faults(CompiledModule host) {
        var check = new HostModuleCheck(ModuleContents.of(host));
        check.entries();
        check.rows();
        check.launches();
        return List.copyOf(check.faults);
    }

    private void entries() {
        for (var symbol : host.malformed()) {
            add(
                    ModuleRule.ENTRY_FORM,
                    symbol,
                    "%s has no fields of an entry when it should have 5 or 9"
                            .formatted(symbol.name()));
        }
        var names = new HashMap<String, ModuleEntry>();
        for (var entry : host.entries()) {
            section(entry);
            alignment(entry);
            if (entry.isOpenmp() && !entry.has(OpenmpEntryFlag.REGISTER_REQUIRES)) {
                name(entry, names);
                address(entry);
                size(entry);
                row(entry);
            }
        }
    }

    private void launches() {
        var entered = entered(host);
        var reported = new HashSet<String>();
        for (var launch : host.module().launches()) {
            if (!entered.contains(launch.kernel()) && reported.add(launch.kernel())) {
                faults.add(
                        new ModuleFault(
                                ModuleRule.LAUNCH_WITHOUT_ENTRY,
                                launch.kernel(),
                                launch.position(),
                                "region %s is launched without an offload entry when it should have one"
                                        .formatted(launch.kernel())));
            }
        }
    }

    /// A linker leaves a gap before an entry whose alignment does not divide its size.
    private void alignment(ModuleEntry entry) {
        long alignment = entry.symbol().alignment();
        if (alignment > 0 && entry.layout().size() % alignment != 0) {
            add(
                    ModuleRule.ENTRY_FORM,
                    entry.symbol(),
                    "entry %s has alignment %d when it should divide the %d bytes of an entry"
                            .formatted(entry.suffix(), alignment, entry.layout().size()));
        }
    }

    private void section(ModuleEntry entry) {
        if (!DeviceModuleCheck.ENTRY_SECTIONS.contains(entry.symbol().section())) {
            var section = entry.symbol().section();
            add(
                    ModuleRule.ENTRY_FORM,
                    entry.symbol(),
                    "entry %s is in %s when it should be in the section of entries"
                            .formatted(
                                    entry.suffix(),
                                    section.isEmpty() ? "no section" : "section " + section));
        }
    }

    private void name(ModuleEntry entry, Map<String, ModuleEntry> names) {
        boolean same =
                entry.suffix().equals(entry.name())
                        || entry.suffix().startsWith(entry.name() + ".");
        if (!same || entry.name().isEmpty()) {
            add(
                    ModuleRule.ENTRY_FORM,
                    entry.symbol(),
                    "entry %s has the name '%s' when it should have its own"
                            .formatted(entry.suffix(), entry.name()));
        } else if (names.put(entry.name(), entry) != null) {
            add(
                    ModuleRule.ENTRY_FORM,
                    entry.symbol(),
                    "entry %s occurs again when a name should have one entry"
                            .formatted(entry.name()));
        }
    }

    private void address(ModuleEntry entry) {
        var expected = expectedAddress(entry);
        boolean wrong =
                entry.address().isEmpty()
                        || expected.filter(name -> !name.equals(entry.address())).isPresent();
        if (wrong) {
            add(
                    ModuleRule.ENTRY_FORM,
                    entry.symbol(),
                    "entry %s has the address %s when it should have that of %s"
                            .formatted(
                                    entry.suffix(),
                                    entry.address().isEmpty() ? "null" : entry.address(),
                                    expected.orElse("its symbol")));
        }
    }

    /// The symbol an entry must point to: the constant of a region, the variable of that name. An
    /// indirect function and a virtual table have names of their own.
    private Optional<String> expectedAddress(ModuleEntry entry) {
        if (isRegion(entry)) {
            return Optional.of("." + entry.suffix() + REGION_ID)
                    .filter(_ -> !isLifetimeCode(entry.suffix()));
        }
        boolean isNamed =
                !entry.has(OpenmpEntryFlag.INDIRECT)
                        && !entry.has(OpenmpEntryFlag.INDIRECT_VTABLE)
                        && host.symbol(entry.suffix()).isPresent();
        return isNamed ? Optional.of(entry.suffix()) : Optional.empty();
    }

    private boolean isRegion(ModuleEntry entry) {
        return host.rows().get(entry.suffix()) instanceof OffloadInfo.Region
                || host.symbol("." + entry.suffix() + REGION_ID).isPresent();
    }

    /// Whether the name is that of the code for a variable's construction or destruction, which
    /// front ends enter up to LLVM 17.
    static boolean isLifetimeCode(String name) {
        return name.endsWith("_ctor") || name.endsWith("_dtor");
    }

    private void size(ModuleEntry entry) {
        long expected;
        if (isRegion(entry)) {
            expected = 0;
        } else if (entry.has(OpenmpEntryFlag.LINK) || entry.has(OpenmpEntryFlag.INDIRECT)) {
            expected = POINTER;
        } else {
            expected = host.size(entry.address()).orElse(entry.size());
        }
        if (entry.size() != expected) {
            add(
                    isRegion(entry) ? ModuleRule.ENTRY_FORM : ModuleRule.VARIABLE_SIZE,
                    entry.symbol(),
                    "entry %s has size %d when it should have %d"
                            .formatted(entry.suffix(), entry.size(), expected));
        }
    }

    /// A module whose metadata was removed has no rows: its entries still link.
    private void row(ModuleEntry entry) {
        if (host.rows().isEmpty()) {
            return;
        }
        var row = Optional.ofNullable(host.rows().get(entry.suffix()));
        if (row.isEmpty()) {
            add(
                    ModuleRule.ENTRY_WITHOUT_ROW,
                    entry.symbol(),
                    "entry %s has no row in omp_offload.info when it should have one"
                            .formatted(entry.suffix()));
            return;
        }
        long expected = flags(row.get());
        if (expected != (entry.flags() & STATED)) {
            add(
                    ModuleRule.ENTRY_FORM,
                    entry.symbol(),
                    "entry %s has flags 0x%x when its row in omp_offload.info demands 0x%x"
                            .formatted(entry.suffix(), entry.flags(), expected));
        }
    }

    /// The flags that a row and an entry both state. A row also has the flag of the clause `enter`,
    /// which is not in the entry: LLVM, llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp.
    private static final long STATED =
            OpenmpEntryFlag.LINK.bit()
                    | OpenmpEntryFlag.CTOR.bit()
                    | OpenmpEntryFlag.DTOR.bit()
                    | OpenmpEntryFlag.INDIRECT.bit()
                    | OpenmpEntryFlag.INDIRECT_VTABLE.bit();

    private static long flags(OffloadInfo row) {
        return switch (row) {
            case OffloadInfo.Region region ->
                    region.parent().startsWith(OffloadInfo.REGION_PREFIX)
                            ? region.parent().endsWith("_ctor")
                                    ? OpenmpEntryFlag.CTOR.bit()
                                    : OpenmpEntryFlag.DTOR.bit()
                            : 0;
            case OffloadInfo.Variable(_, var flags, _) ->
                    flags & STATED & ~OpenmpEntryFlag.CTOR.bit();
            case OffloadInfo.IndirectFunction _ -> OpenmpEntryFlag.INDIRECT.bit();
        };
    }

    private void rows() {
        var entered = new HashSet<String>();
        host.entries().forEach(entry -> entered.add(entry.suffix()));
        host.malformed().forEach(entry -> entered.add(entry.name()));
        var orders = new HashMap<Long, String>();
        var names = new HashSet<String>();
        var all = host.module().offloadInfo();
        for (int index = 0; index < all.size(); index++) {
            var row = all.get(index);
            var position = host.module().offloadInfoPositions().get(index);
            order(row, position, orders);
            boolean isFirst = names.add(row.name());
            if (!isFirst) {
                addRow(row, position, "occurs again when a symbol should have one row");
            } else if (!entered.contains(row.name()) && needsEntry(row)) {
                faults.add(
                        new ModuleFault(
                                ModuleRule.ROW_WITHOUT_ENTRY,
                                row.name(),
                                position,
                                "%s has no offload entry when it should have one"
                                        .formatted(row.name())));
            }
        }
    }

    /// The device compilation keeps its rows in an array with the order as index: LLVM,
    /// llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp, `createOffloadEntriesAndInfoMetadata`.
    private void order(OffloadInfo row, TextPosition position, Map<Long, String> orders) {
        int count = host.module().offloadInfo().size();
        var other = Optional.ofNullable(orders.put(row.order(), row.name()));
        if (row.order() >= count) {
            addRow(
                    row,
                    position,
                    "has the order %d when it should be below %d".formatted(row.order(), count));
        } else if (other.isPresent()) {
            addRow(
                    row,
                    position,
                    "has the order %d of %s when it should have its own"
                            .formatted(row.order(), other.get()));
        }
    }

    private void addRow(OffloadInfo row, TextPosition position, String problem) {
        faults.add(
                new ModuleFault(
                        ModuleRule.ROW_ORDER,
                        row.name(),
                        position,
                        "the row of %s %s".formatted(row.name(), problem)));
    }

    /// Whether the runtime looks the symbol up. A variable that is local, or that another file
    /// defines, has no entry; its symbol may be optimised away.
    private boolean needsEntry(OffloadInfo row) {
        return switch (row) {
            case OffloadInfo.Region _, OffloadInfo.IndirectFunction _ -> true;
            case OffloadInfo.Variable(var name, var flags, _) ->
                    (flags & ~OpenmpEntryFlag.CTOR.bit()) != 0
                            || host.symbol(name)
                                    .filter(ModuleSymbol::isDefined)
                                    .filter(symbol -> !symbol.linkage().isLocal())
                                    .isPresent();
        };
    }

    private void add(ModuleRule rule, ModuleSymbol symbol, String problem) {
        faults.add(new ModuleFault(rule, symbol.name(), symbol.position(), problem));
    }

    /// The names of the entries of a module.
    static Set<String> entered(ModuleContents host) {
        var names = new HashSet<String>();
        host.entries().forEach(entry -> names.add(entry.suffix()));
        return names;
    }
}
