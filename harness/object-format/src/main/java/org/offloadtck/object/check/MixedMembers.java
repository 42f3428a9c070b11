package org.offloadtck.object.check;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.ProfileRule;

/// Finds archives whose members have entries in sections of different releases. A linker wrapper
/// registers the sections of its own release. Tried: objects of clang 16 and 22, and of 19 and 22,
/// linked by each of their wrappers; the regions of one of the objects abort.
///
/// Requirement: OC-29.
final class MixedMembers {

    /// The entry section of LLVM 21 and later. Source: LLVM 21,
    /// `llvm/lib/Frontend/Offloading/Utility.cpp`.
    private static final String UNIFIED = "llvm_offload_entries";

    /// The entry sections of LLVM 13 to 20 end so.
    private static final String EARLIER = "_offloading_entries";

    private MixedMembers() {}

    /// @param members the reports of all members
    static Optional<Finding> in(List<FileReport> members) {
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
