package org.offloadtck.linker.device;

import static java.util.stream.Collectors.joining;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// The installed device linkers. The first that accepts a target links it.
///
/// Requirements: DL-03, DL-04.
public record DeviceLinkers(List<DeviceLinker> linkers) implements ImageLinker {

    public DeviceLinkers {
        linkers = List.copyOf(linkers);
    }

    /// The device linkers that `ServiceLoader` finds, in class path order.
    public static DeviceLinkers installed() {
        return new DeviceLinkers(
                ServiceLoader.load(DeviceLinker.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList());
    }

    @Override
    public MemorySegment link(TargetGroup group) {
        return linkerFor(group.target())
                .orElseThrow(() -> noLinker(group))
                .link(group.target(), group.linkerInputs());
    }

    /// The linker that accepts `target`.
    public Optional<DeviceLinker> linkerFor(TargetId target) {
        return linkers.stream().filter(linker -> linker.links(target)).findFirst();
    }

    /// The exception for a group whose target no linker accepts.
    public LinkException noLinker(TargetGroup group) {
        ExtractedImage first = group.images().getFirst();
        return new LinkException(
                first.origin().file(),
                first.origin().position(),
                LinkRule.DEVICE_LINKER,
                "is for %s, which no device linker accepts: %s".formatted(group.target(), names()));
    }

    private String names() {
        return linkers.isEmpty()
                ? "none is installed"
                : linkers.stream()
                        .map(linker -> linker.getClass().getName())
                        .collect(joining(", "));
    }
}
