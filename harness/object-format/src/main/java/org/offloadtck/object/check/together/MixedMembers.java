package org.offloadtck.object.check.together;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.check.rule.RegistrationRule;

/// Finds objects of one archive or link that have entries in sections of different releases. A
/// linker wrapper registers the sections of its own release. Tried: objects of clang 16 and 22, and
/// of 19 and 22, linked by each of their wrappers; the regions of one of the objects abort.
///
/// Requirements: OC-29, OC-44.
public final class MixedMembers {

    /// The entry section of LLVM 21 and later. Source: LLVM 21,
    /// `llvm/lib/Frontend/Offloading/Utility.cpp`.
    private static final String UNIFIED = "llvm_offload_entries";

    /// The entry sections of LLVM 13 to 20 end so.
    private static final String EARLIER = "_offloading_entries";

    private MixedMembers() {}

    /// The faults of the members together.
    ///
    /// @param members the reports of all members
    public static List<Finding> in(List<FileReport> members) {
        return Stream.of(entrySections(members), linkedAgain(members))
                .flatMap(Optional::stream)
                .toList();
    }

    /// A product of a relocatable link whose linked images the next offload link takes for images
    /// still to be linked, and a member whose images need that link. Tried with LLVM 19: the
    /// program aborts; a host link alone leaves out the other member's images.
    private static Optional<Finding> linkedAgain(List<FileReport> members) {
        var product = members.stream().filter(MixedMembers::isExtractedAgain).findFirst();
        var unlinked =
                members.stream()
                        .filter(member -> !isExtractedAgain(member))
                        .filter(MixedMembers::hasUnlinkedImages)
                        .findFirst();
        return product.isEmpty() || unlinked.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Finding(
                                RegistrationRule.LINKED_AGAIN,
                                "",
                                0,
                                "the offload link that %s needs links the linked images of %s again when it should not extract them"
                                        .formatted(
                                                unlinked.get().source(), product.get().source())));
    }

    private static boolean isExtractedAgain(FileReport member) {
        return member.findings().stream()
                .anyMatch(found -> found.rule() == RegistrationRule.EXTRACTED_AGAIN);
    }

    private static boolean hasUnlinkedImages(FileReport member) {
        return member instanceof FileReport.Artifact(var report)
                && !report.entries().isEmpty()
                && !report.images().isEmpty()
                && report.descriptors().isEmpty();
    }

    private static Optional<Finding> entrySections(List<FileReport> members) {
        var first = new TreeMap<Boolean, FileReport>();
        for (var member : members) {
            if (member instanceof FileReport.Artifact(var report)) {
                for (var entry : report.entries()) {
                    if (entry.section().equals(UNIFIED)) {
                        first.putIfAbsent(true, member);
                    } else if (entry.section().endsWith(EARLIER)) {
                        first.putIfAbsent(false, member);
                    }
                }
            }
        }
        var later = first.get(true);
        var earlier = first.get(false);
        return later == null || earlier == null
                ? Optional.empty()
                : Optional.of(
                        new Finding(
                                ProfileRule.MIXED_ARCHIVE,
                                "",
                                0,
                                "%s has entries in %s and %s in an earlier section when one wrapper should register both"
                                        .formatted(later.source(), UNIFIED, earlier.source())));
    }
}
