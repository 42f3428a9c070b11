package org.offloadtck.object.check;

import java.util.List;

/// What was found in one file.
public sealed interface FileReport {

    /// The file, or `archive(member)`.
    String source();

    /// A file that takes part in offloading.
    record Artifact(ObjectReport report) implements FileReport {

        @Override
        public String source() {
            return report.source();
        }
    }

    /// An archive, member by member.
    record Archive(String source, List<FileReport> members) implements FileReport {

        public Archive {
            members = List.copyOf(members);
        }
    }

    /// A file that takes no part in offloading.
    ///
    /// @param what the file is, such as `an ELF relocatable object without offload sections`
    record NotAnArtifact(String source, String what) implements FileReport {}

    /// A file that breaks the format it starts like.
    record Unreadable(String source, Finding finding) implements FileReport {}

    /// Every finding in the file, in file order.
    default List<Finding> findings() {
        return switch (this) {
            case Artifact(var report) -> report.findings();
            case Archive(_, var members) ->
                    members.stream().flatMap(member -> member.findings().stream()).toList();
            case NotAnArtifact _ -> List.of();
            case Unreadable(_, var finding) -> List.of(finding);
        };
    }
}
