package org.offloadtck.object.check.report;

import java.util.List;
import java.util.stream.Stream;

/// The result of checking one file.
public sealed interface FileReport {

    /// The file, or `archive(member)`.
    String source();

    /// A file with offloading artifacts.
    record Artifact(ObjectReport report) implements FileReport {

        @Override
        public String source() {
            return report.source();
        }
    }

    /// A module of LLVM IR or PTX.
    record Module(ModuleReport report) implements FileReport {

        @Override
        public String source() {
            return report.module().source();
        }
    }

    /// An archive and the reports of its members.
    ///
    /// @param acrossMembers faults of the members together
    record Archive(String source, List<FileReport> members, List<Finding> acrossMembers)
            implements FileReport {

        public Archive {
            members = List.copyOf(members);
            acrossMembers = List.copyOf(acrossMembers);
        }
    }

    /// The faults of all files of a check together.
    ///
    /// @param files number of objects and members that were compared
    record Together(int files, List<Finding> findings) implements FileReport {

        public Together {
            findings = List.copyOf(findings);
        }

        @Override
        public String source() {
            return "all files together";
        }
    }

    /// A file without offloading artifacts.
    ///
    /// Requirement: OC-04.
    ///
    /// @param what the file is, such as `an ELF relocatable object without offloading artifacts`
    record NotAnArtifact(String source, String what) implements FileReport {}

    /// A file of no format that artifacts have.
    ///
    /// Requirement: OC-77.
    record UnknownFormat(String source) implements FileReport {}

    /// A file of an offloading format that the kit does not check.
    ///
    /// Requirement: OC-09.
    ///
    /// @param what the file is, such as `a COFF object`
    /// @param why it is not checked
    record NotJudged(String source, String what, String why) implements FileReport {}

    /// A file that breaks the format whose magic it has.
    record Unreadable(String source, Finding finding) implements FileReport {}

    /// Every finding in the file, in file order.
    default List<Finding> findings() {
        return switch (this) {
            case Artifact(var report) -> report.findings();
            case Module(var report) -> report.findings();
            case Archive(_, var members, var across) ->
                    Stream.concat(
                                    members.stream().flatMap(one -> one.findings().stream()),
                                    across.stream())
                            .toList();
            case Together(_, var findings) -> findings;
            case NotAnArtifact _, UnknownFormat _, NotJudged _ -> List.of();
            case Unreadable(_, var finding) -> List.of(finding);
        };
    }
}
