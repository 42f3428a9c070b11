package org.offloadtck.implementation.phase;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Verifies the phases of one source file against the design.
///
/// Source: "Offloading Design & Internals", Compilation Process. Requirements: CP-05, CP-07, CP-13.
///
/// Requirements: CP-11, DC-02, DC-05, DC-07, DC-09, FO-13, FO-15.
///
/// @param source name of the source file
/// @param host triple of the host
/// @param devices triples of the device targets
public record PhaseOrderCheck(String source, String host, Set<String> devices) {

    private static final String LINKER = "Offload::Linker";

    public PhaseOrderCheck {
        devices = Set.copyOf(devices);
    }

    /// The deviations from the design, one phrase each.
    public List<String> problems(PhaseListing listing) {
        var phases = listing.phases();
        if (phases.size() < 2) {
            return List.of(
                    "there are %d phases when there should be five".formatted(phases.size()));
        }
        var problems = new ArrayList<>(unwritten(phases));
        hostFrontEnd(phases.getFirst()).ifPresent(problems::add);
        var bitcode = phases.getFirst().output();
        devices.stream()
                .sorted()
                .forEach(device -> deviceCompilation(phases, device, bitcode, problems));
        hostBackEnd(phases, bitcode, problems);
        link(phases).ifPresent(problems::add);
        return List.copyOf(problems);
    }

    /// Every phase must read the source or the output of an earlier phase.
    private List<String> unwritten(List<CompilationPhase> phases) {
        var problems = new ArrayList<String>();
        var written = new HashSet<>(Set.of(source));
        for (int number = 1; number <= phases.size(); number++) {
            var phase = phases.get(number - 1);
            for (var input : phase.inputs()) {
                if (!written.contains(input)) {
                    problems.add(
                            "phase %d reads %s, which no earlier phase writes"
                                    .formatted(number, input));
                }
            }
            written.add(phase.output());
        }
        return problems;
    }

    private Optional<String> hostFrontEnd(CompilationPhase first) {
        return first.target().equals(host) && first.inputs().equals(List.of(source))
                ? Optional.empty()
                : Optional.of(
                        "phase 1 reads %s for %s when it should read %s for %s"
                                .formatted(first.inputs(), first.target(), source, host));
    }

    private void deviceCompilation(
            List<CompilationPhase> phases, String device, String bitcode, List<String> problems) {
        var compilations =
                phases.stream()
                        .filter(phase -> phase.target().equals(device))
                        .filter(phase -> phase.inputs().contains(source))
                        .toList();
        if (compilations.size() != 1) {
            problems.add(
                    "%s is compiled for %s %d times when it should be once"
                            .formatted(source, device, compilations.size()));
            return;
        }
        if (!compilations.getFirst().inputs().contains(bitcode)) {
            problems.add(
                    "the compilation for %s does not read %s, which the host's wrote"
                            .formatted(device, bitcode));
        }
    }

    /// One host phase must read the bitcode, and every device object must reach the linked file.
    private void hostBackEnd(List<CompilationPhase> phases, String bitcode, List<String> problems) {
        var backEnds =
                phases.stream()
                        .filter(phase -> phase.target().equals(host))
                        .filter(phase -> phase.inputs().contains(bitcode))
                        .count();
        if (backEnds != 1) {
            problems.add(
                    "%s is read by %d phases for %s when it should be by one"
                            .formatted(bitcode, backEnds, host));
        }
        var linked = phases.getLast().output();
        deviceObjects(phases).stream()
                .filter(object -> !reaches(phases, object, linked))
                .forEach(object ->
                        problems.add(
                                "%s, a device object, does not reach %s"
                                        .formatted(object, linked)));
    }

    /// The output of the last phase of each device target.
    private List<String> deviceObjects(List<CompilationPhase> phases) {
        return devices.stream()
                .sorted()
                .flatMap(device ->
                        phases.stream()
                                .filter(phase -> phase.target().equals(device))
                                .reduce((_, last) -> last)
                                .stream())
                .map(CompilationPhase::output)
                .toList();
    }

    /// Whether `file` reaches `last` through later phases, the first of which reads it.
    private static boolean reaches(List<CompilationPhase> phases, String file, String last) {
        if (file.equals(last)) {
            return true;
        }
        for (int i = 0; i < phases.size(); i++) {
            var later = phases.subList(i + 1, phases.size());
            if (phases.get(i).inputs().contains(file)
                    && reaches(later, phases.get(i).output(), last)) {
                return true;
            }
        }
        return false;
    }

    private Optional<String> link(List<CompilationPhase> phases) {
        var last = phases.getLast();
        var object = phases.get(phases.size() - 2).output();
        return last.tool().equals(LINKER)
                        && last.target().equals(host)
                        && last.inputs().contains(object)
                ? Optional.empty()
                : Optional.of(
                        "the last phase is %s of %s when it should be %s of %s"
                                .formatted(last.tool(), last.inputs(), LINKER, object));
    }
}
