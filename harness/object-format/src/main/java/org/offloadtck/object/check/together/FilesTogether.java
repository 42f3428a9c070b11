package org.offloadtck.object.check.together;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.report.EntryReport;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.rule.LinkSetRule;
import org.offloadtck.object.check.together.RuntimeCompatibility.Linked;
import org.offloadtck.object.profile.AbiProfiles;

/// Checks files that belong to one link: objects, archives, and what was linked from them. The
/// members of an archive are compared as objects are, except for targets and lost entries, since a
/// link may leave a member out.
///
/// Tried with LLVM 16 and 19: an object for sm_70 with one for sm_75, whose regions end the
/// program; two objects of one header with a region that a macro changes, of which both get the
/// first one's result.
///
/// A runtime among the files is compared with the programs.
///
/// Requirements: OC-73, OC-74, OC-75, OC-78.
public final class FilesTogether {

    private static final String OPENMP = "openmp";

    /// The kinds of what a link makes, as [ObjectReport#kind] has them.
    private static final Set<String> PROGRAMS = Set.of("ELF executable", "ELF shared object");

    private final List<FileReport> members = new ArrayList<>();
    private final List<ObjectReport> objects = new ArrayList<>();
    private final List<Linked> linked = new ArrayList<>();
    private final List<LibomptargetFile> runtimes = new ArrayList<>();
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, RegionCode> codes = new LinkedHashMap<>();
    private final List<Finding> ofCode = new ArrayList<>();

    private final AbiProfiles profiles;

    public FilesTogether(AbiProfiles profiles) {
        this.profiles = profiles;
    }

    /// Adds a file.
    ///
    /// @param files returns the bytes of a thin archive's member
    public void add(FileReport report, byte[] bytes, Function<String, Optional<byte[]>> files) {
        switch (report) {
            case FileReport.Artifact(var object) -> {
                add(report, ObjectBytes.of(report.source(), bytes));
                if (isProgram(object)) {
                    linked.add(new Linked(object, ObjectBytes.of(report.source(), bytes)));
                } else if (object.descriptors().isEmpty()) {
                    objects.add(object);
                }
            }
            case FileReport.Archive(var source, var reports, _) ->
                    members(reports, Archive.parse(source, bytes, files));
            case FileReport.NotAnArtifact(var source, _) ->
                    LibomptargetFile.of(ObjectBytes.of(source, bytes), profiles)
                            .ifPresent(runtimes::add);
            case FileReport.Module _,
                    FileReport.UnknownFormat _,
                    FileReport.NotJudged _,
                    FileReport.Unreadable _,
                    FileReport.Together _ -> {}
        }
    }

    private void members(List<FileReport> reports, Archive archive) {
        for (int index = 0; index < reports.size(); index++) {
            add(reports.get(index), archive.members().get(index).contents());
        }
    }

    private void add(FileReport report, ObjectBytes contents) {
        members.add(report);
        if (report instanceof FileReport.Artifact(var object) && object.descriptors().isEmpty()) {
            object.images().stream()
                    .filter(image -> image.offloadKind().equals(OPENMP))
                    .forEach(image -> code(object, contents, image));
        }
    }

    private static boolean isProgram(ObjectReport report) {
        return PROGRAMS.contains(report.kind());
    }

    private void code(ObjectReport object, ObjectBytes contents, ImageReport image) {
        RegionCode.of(contents, image)
                .forEach((key, code) -> {
                    var first = codes.putIfAbsent(key, code);
                    var source = sources.putIfAbsent(key, object.source());
                    if (first != null && source != null && !first.equals(code)) {
                        ofCode.add(
                                new Finding(
                                        LinkSetRule.REGION_OF_OTHER_CODE,
                                        image.section(),
                                        image.offset(),
                                        "the %4$d bytes of '%2$s' for %3$s in %1$s differ from the %5$d in %6$s when a link takes one code for both"
                                                .formatted(
                                                        object.source(),
                                                        code.region(),
                                                        code.target(),
                                                        code.size(),
                                                        first.size(),
                                                        source)));
                    }
                });
    }

    /// The report of all files that were added.
    public FileReport.Together report() {
        var findings = new ArrayList<>(MixedMembers.in(members));
        targets(findings);
        findings.addAll(ofCode);
        if (!linked.isEmpty()) {
            lost(findings);
        }
        for (var runtime : runtimes) {
            linked.stream()
                    .flatMap(program -> new RuntimeCompatibility(program, runtime).findings())
                    .forEach(findings::add);
        }
        return new FileReport.Together(members.size(), findings);
    }

    /// Compares the targets of the objects with regions.
    private void targets(List<Finding> findings) {
        var common = new TreeSet<String>();
        for (var object : objects) {
            if (!hasRegions(object)) {
                continue;
            }
            var own = targets(object);
            if (common.isEmpty()) {
                common.addAll(own);
            } else if (Collections.disjoint(common, own)) {
                findings.add(
                        new Finding(
                                LinkSetRule.NO_COMMON_TARGET,
                                "",
                                0,
                                "%s has images for %s when the objects before it have them for %s"
                                        .formatted(
                                                object.source(),
                                                String.join(" and ", own),
                                                String.join(" and ", common))));
                return;
            } else {
                common.retainAll(own);
            }
        }
    }

    private static boolean hasRegions(ObjectReport object) {
        return !targets(object).isEmpty()
                && object.entries().stream().anyMatch(entry -> entry.meaning().equals("region"));
    }

    private static Set<String> targets(ObjectReport object) {
        return object.images().stream()
                .filter(image -> image.offloadKind().equals(OPENMP))
                .map(RegionCode::target)
                .collect(toCollection(TreeSet::new));
    }

    /// Compares the entries of the programs and libraries with those of the objects.
    private void lost(List<Finding> findings) {
        var names =
                linked.stream()
                        .flatMap(file -> file.report().entries().stream())
                        .map(EntryReport::name)
                        .collect(toUnmodifiableSet());
        for (var object : objects) {
            for (var entry : object.entries()) {
                if (!entry.name().isEmpty() && !names.contains(entry.name())) {
                    findings.add(
                            new Finding(
                                    LinkSetRule.ENTRY_LOST,
                                    entry.section(),
                                    entry.offset(),
                                    "%s has no entry for '%s' when %s has"
                                            .formatted(
                                                    linked.stream()
                                                            .map(file -> file.report().source())
                                                            .collect(joining(" or ")),
                                                    entry.name(),
                                                    object.source())));
                }
            }
        }
    }
}
