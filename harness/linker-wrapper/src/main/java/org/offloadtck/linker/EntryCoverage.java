package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.linker.host.HostExecutable;
import org.offloadtck.linker.host.HostExecutable.Contribution;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.SymbolType;
import org.offloadtck.object.offload.BinaryDescriptor;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// Finds offload entries that reach no runtime, or reach it in a layout it does not read.
///
/// Objects of one release link without complaint with the wrapper of another: LLVM 21 moved the
/// entries to a section of another name, LLVM 20 changed their size and kept the name. No toolchain
/// says so; the program fails when it launches.
///
/// @param profile what the link's wrapper and runtime follow
record EntryCoverage(AbiProfile profile) {

    /// The sections in which any release keeps OpenMP entries.
    private static final Set<String> ENTRY_SECTIONS =
            AbiProfiles.load().all().stream()
                    .flatMap(known -> known.entries().section(OffloadKind.OPENMP).stream())
                    .collect(Collectors.toUnmodifiableSet());

    /// One diagnostic for each object's section of entries that is not covered, in link order.
    List<LinkDiagnostic> diagnostics(HostExecutable executable) {
        var registrations = Registration.in(executable);
        var diagnostics = new ArrayList<LinkDiagnostic>();
        for (Contribution contribution : executable.map()) {
            if (!holdsEntries(contribution)) {
                continue;
            }
            if (registrations.stream().noneMatch(one -> covers(one.descriptor(), contribution))) {
                diagnostics.add(uncovered(contribution));
            } else {
                misread(contribution, executable.elf()).forEach(diagnostics::add);
            }
        }
        return diagnostics;
    }

    /// Whether the section is one of entries, or one that a relocatable link renamed: `S_<hash>`.
    private static boolean holdsEntries(Contribution contribution) {
        String name = contribution.section();
        return contribution.size() > 0
                && ENTRY_SECTIONS.stream()
                        .anyMatch(known -> name.equals(known) || name.startsWith(known + "_"));
    }

    private static boolean covers(BinaryDescriptor descriptor, Contribution contribution) {
        return descriptor.hostEntriesBegin() <= contribution.address()
                && contribution.address() + contribution.size() <= descriptor.hostEntriesEnd();
    }

    private LinkDiagnostic uncovered(Contribution contribution) {
        return new LinkDiagnostic(
                contribution.source(),
                contribution.section(),
                LinkRule.UNCOVERED_ENTRIES,
                "has entries that no descriptor registers, when those of profile %s are in %s"
                        .formatted(
                                profile.id(),
                                profile.entries().section(OffloadKind.OPENMP).orElse("none")));
    }

    /// By the sizes of the entries' own symbols.
    private Stream<LinkDiagnostic> misread(Contribution contribution, ElfObject executable) {
        long end = contribution.address() + contribution.size();
        long expected = profile.entries().layout().size();
        return executable.symbols().stream()
                .filter(symbol -> symbol.type().equals(SymbolType.OBJECT))
                .filter(symbol -> symbol.size() > 0 && symbol.size() != expected)
                .filter(symbol -> contribution.address() <= symbol.value() && symbol.value() < end)
                .limit(1)
                .map(symbol ->
                        new LinkDiagnostic(
                                contribution.source(),
                                contribution.section(),
                                LinkRule.ENTRY_LAYOUT,
                                "has entries of %d bytes, when those of profile %s have %d"
                                        .formatted(symbol.size(), profile.id(), expected)));
    }
}
