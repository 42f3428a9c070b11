package org.offloadtck.conformance.plan;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.ImplementationRecord;
import org.offloadtck.conformance.result.KnownOutcomes;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.waiver.ExclusionUse;
import org.offloadtck.conformance.waiver.Exclusions;
import org.offloadtck.conformance.waiver.WaiverUse;
import org.offloadtck.conformance.waiver.Waivers;
import org.offloadtck.data.DataException;
import org.offloadtck.data.Problem;

/// The subject of a merged document. All files have to agree on implementations, devices, waivers
/// and exclusions.
///
/// @param files one or more
record MergedSubject(List<ShardHead> files) {

    RunSubject subject(List<Result> results) {
        var first = files.getFirst().subject();
        requireSame("--waivers", use -> use.waivers().stream().map(WaiverUse::waiver).toList());
        requireSame(
                "--exclusions",
                use -> use.exclusions().stream().map(ExclusionUse::exclusion).toList());
        var selection = first.selection();
        return new RunSubject(
                first.kit(),
                new RunSubject.Selection(
                        selection.devices(),
                        selection.profiles(),
                        selection.implementations(),
                        selection.tags(),
                        waivers(results),
                        exclusions(results)),
                implementations(),
                devices());
    }

    private void requireSame(String option, Function<RunSubject.Selection, Object> value) {
        var first = files.getFirst();
        for (var file : files) {
            if (!value.apply(file.subject().selection())
                    .equals(value.apply(first.subject().selection()))) {
                throw refusal(
                        file,
                        "selection",
                        "%s are others than in %s".formatted(option, first.file()));
            }
        }
    }

    private List<WaiverUse> waivers(List<Result> results) {
        var uses = first().waivers();
        var counted =
                new KnownOutcomes(
                                new Waivers(uses.stream().map(WaiverUse::waiver).toList()),
                                Exclusions.NONE,
                                LocalDate.MIN)
                        .waiverUses(results);
        return counted.stream().map(use -> hasExpired(use) ? expired(use) : use).toList();
    }

    /// Whether the waiver was expired when one of the files was written.
    private boolean hasExpired(WaiverUse use) {
        return files.stream()
                .flatMap(file -> file.subject().selection().waivers().stream())
                .anyMatch(each ->
                        each.waiver().equals(use.waiver())
                                && each.state() == WaiverUse.State.EXPIRED);
    }

    private static WaiverUse expired(WaiverUse use) {
        return new WaiverUse(use.waiver(), WaiverUse.State.EXPIRED, use.covered(), use.decided());
    }

    private List<ExclusionUse> exclusions(List<Result> results) {
        return new KnownOutcomes(
                        Waivers.NONE,
                        new Exclusions(
                                first().exclusions().stream()
                                        .map(ExclusionUse::exclusion)
                                        .toList()),
                        LocalDate.MIN)
                .exclusionUses(results);
    }

    private RunSubject.Selection first() {
        return files.getFirst().subject().selection();
    }

    private List<ImplementationRecord> implementations() {
        var records = new TreeMap<String, Named<ImplementationRecord>>();
        for (var file : files) {
            for (var record : file.subject().implementations()) {
                add(records, record.implementation().toString(), new Named<>(file, record));
            }
        }
        return records.values().stream().map(Named::record).toList();
    }

    /// By their identities. A platform that is absent on one machine only is not absent.
    private List<DeviceRecord> devices() {
        var present = new TreeMap<String, Named<DeviceRecord>>();
        var absent = new TreeMap<String, DeviceRecord>();
        for (var file : files) {
            for (var record : file.subject().devices()) {
                switch (record.presence()) {
                    case PRESENT ->
                            add(present, record.identity().toString(), new Named<>(file, record));
                    case ABSENT -> absent.putIfAbsent(record.identity().device(), record);
                }
            }
        }
        var found = present.values().stream().map(Named::record).toList();
        found.forEach(record -> absent.remove(record.identity().device()));
        var all = new ArrayList<>(found);
        all.addAll(absent.values());
        return List.copyOf(all);
    }

    /// @param record of a file
    private record Named<T>(ShardHead file, T record) {}

    private static <T> void add(Map<String, Named<T>> records, String id, Named<T> added) {
        var known = records.putIfAbsent(id, added);
        if (known != null && !known.record().equals(added.record())) {
            throw refusal(
                    added.file(),
                    id,
                    "is described as %s when it should be %s, as in %s"
                            .formatted(added.record(), known.record(), known.file().file()));
        }
    }

    private static DataException refusal(ShardHead file, String position, String text) {
        return new DataException(List.of(new Problem(file.file(), position, text)));
    }
}
