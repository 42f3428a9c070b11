package org.offloadtck.object.check.image;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Checks that the images of a target export the symbols that OpenMP entries name. A symbol that no
/// image has is left to [ImageEntryCheck].
///
/// Requirement: OC-36.
///
/// @param entries the names of the OpenMP entries
record ExportedSymbolCheck(Observations observations, Set<String> entries) {

    /// The exports of an image.
    private record Exporter(OpenedImage image, ImageExports exports) {}

    void read(List<OpenedImage> images) {
        Map<Target, List<Exporter>> targets = new HashMap<>();
        for (var image : images) {
            if (!image.object().header().machine().equals(ElfMachine.AMDGPU)) {
                targets.computeIfAbsent(image.target(), _ -> new ArrayList<>())
                        .add(new Exporter(image, ImageExports.of(image, entries)));
            }
        }
        targets.values().forEach(this::compare);
    }

    private void compare(List<Exporter> target) {
        for (var exporter : target) {
            for (var lost : exporter.exports().lost()) {
                boolean isElsewhere =
                        target.stream()
                                .anyMatch(other -> other.exports().found().contains(lost.name()));
                if (!isElsewhere) {
                    observations.add(
                            lost.rule(),
                            exporter.image().found().section(),
                            lost.offset(),
                            "'%s', for which the host has an entry, %s"
                                    .formatted(lost.name(), lost.problem()));
                }
            }
        }
    }
}
