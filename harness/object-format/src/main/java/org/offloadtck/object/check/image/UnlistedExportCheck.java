package org.offloadtck.object.check.image;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.check.image.ImageDefinitions.Definition;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.observation.HostDefinitions;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.offload.entry.EntryLayout;

/// Finds kernels and variables that images export and for which the host has no OpenMP entry.
///
/// An image may export more than the host uses: the linker wrappers of LLVM 22 and 23 link every
/// archive member whose target matches, and a variable of `device_type(nohost)` is on the device
/// only. So a finding needs evidence of the host: the identifier of the region, the variable, or
/// images that are not linked yet, which a compiler wrote with the host's part. Flang defines all
/// variables of a module in the image, also those that are not declare target.
///
/// Requirement: OC-24.
final class UnlistedExportCheck {

    /// Suffix of the pointer to a variable of a `link` clause. Source: LLVM 13 to 23,
    /// `OpenMPIRBuilder::getAddrOfDeclareTargetVar`.
    private static final String LINK_POINTER = "_decl_tgt_ref_ptr";

    /// Prefix of the names of flang's variables. Source: LLVM 22,
    /// `flang/docs/BijectiveInternalNameUniquing.md`.
    private static final String FLANG = "_Q";

    /// Rules after which the entries are not all known.
    private static final Set<EntryRule> UNREADABLE =
            EnumSet.of(
                    EntryRule.MALFORMED_ENTRIES,
                    EntryRule.MISPLACED_ENTRIES,
                    EntryRule.MISTYPED_TABLE);

    private final Observations observations;

    UnlistedExportCheck(Observations observations) {
        this.observations = observations;
    }

    void read(Collection<ImageDefinitions> targets) {
        var host = observations.host();
        if (host.isEmpty() || targets.isEmpty() || isUnreadable()) {
            return;
        }
        var openmp = new HashSet<String>();
        var others = new HashMap<String, ObservedEntry>();
        for (var entry : observations.entries()) {
            if (entry.kind().isOpenmp()) {
                openmp.add(entry.row().name());
            } else {
                others.putIfAbsent(entry.row().name(), entry);
            }
        }
        for (var target : targets) {
            target.all()
                    .forEach((name, definition) -> {
                        if (isShared(host.get(), target, name, definition) && openmp.add(name)) {
                            report(target, name, definition, others);
                        }
                    });
        }
    }

    private boolean isUnreadable() {
        return observations.findings().stream()
                .map(Finding::rule)
                .anyMatch(rule -> rule instanceof EntryRule entry && UNREADABLE.contains(entry));
    }

    private static boolean isShared(
            HostDefinitions host, ImageDefinitions target, String name, Definition definition) {
        if (!definition.exported()) {
            return false;
        }
        if (EntryContent.isRegionName(name)) {
            return isCompiledWithHost(host, target, name);
        }
        if (definition.function()) {
            return false;
        }
        return name.endsWith(LINK_POINTER)
                ? host.defines(name)
                : definition.global() && host.hasVariable(name) && !name.startsWith(FLANG);
    }

    private static boolean isCompiledWithHost(
            HostDefinitions host, ImageDefinitions target, String name) {
        return target.first().stage() == ImageStage.UNLINKED
                || host.defines("." + name + ".region_id");
    }

    /// The field that states the kind; a legacy entry has its kind in the name of its section.
    private static int kindOffset(ObservedEntry entry) {
        return entry.kind() instanceof OffloadKindCode.Numbered ? EntryLayout.KIND_OFFSET : 0;
    }

    private void report(
            ImageDefinitions target,
            String name,
            Definition definition,
            Map<String, ObservedEntry> others) {
        var image = target.first();
        var other = others.get(name);
        if (other != null) {
            observations.add(
                    EntryRule.ENTRY_KIND_DIFFERS,
                    other.section(),
                    other.base() + other.row().offset() + kindOffset(other),
                    "the entry of '%s' is of another kind when it should be of OpenMP's, as the image at 0x%x that defines it"
                            .formatted(name, image.offset()));
            return;
        }
        observations.add(
                EntryRule.EXPORT_WITHOUT_ENTRY,
                image.section(),
                image.offset(),
                "the image exports %s '%s' when the host has no entry for it"
                        .formatted(definition.function() ? "kernel" : "variable", name));
    }
}
