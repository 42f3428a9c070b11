package org.offloadtck.scenario.fault;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.ir.CompiledModule.Side;

/// Checks files with planted faults as `offload-tck check` checks files of one command line, or of
/// one archive if they are objects.
record FaultCheck(ArtifactCheck check) {

    /// The findings in the planted file and in the files that belong to it.
    List<Finding> findings(PlantedFault fault) {
        return findings(fault, fault.plant());
    }

    /// The findings in the files of `fault` before it is planted.
    List<Finding> findingsBefore(PlantedFault fault) {
        return fault.edits().isEmpty() ? List.of() : findings(fault, Corpus.bytes(fault.base()));
    }

    private List<Finding> findings(PlantedFault fault, byte[] base) {
        var findings = new ArrayList<Finding>();
        var first = check.check(fault.base(), base);
        boolean isHost = isHost(first);
        if (!isHost && fault.others().isEmpty()) {
            return first.findings();
        }
        if (first instanceof FileReport.Artifact) {
            return archive(fault, base).findings();
        }
        var sides = isHost ? withHost(check, first) : check;
        for (var other : fault.others()) {
            var report = sides.check(other, Corpus.bytes(other));
            findings.addAll(report.findings());
            first = isHost(report) ? withHost(check, report).check(fault.base(), base) : first;
        }
        findings.addAll(first.findings());
        return findings;
    }

    private FileReport archive(PlantedFault fault, byte[] base) {
        var members = new ArrayList<ArchiveMember>();
        members.add(ArchiveMember.of("0.o", base));
        for (var other : fault.others()) {
            members.add(ArchiveMember.of(members.size() + ".o", Corpus.bytes(other)));
        }
        return check.check("faults.a", Archive.of("faults.a", members).write());
    }

    private static boolean isHost(FileReport report) {
        return report instanceof FileReport.Module(var module)
                && module.module().side() == Side.HOST;
    }

    private static ArtifactCheck withHost(ArtifactCheck check, FileReport report) {
        return report instanceof FileReport.Module(var module)
                ? check.withHostModule(module.module())
                : check;
    }
}
