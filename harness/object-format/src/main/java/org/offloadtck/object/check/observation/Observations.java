package org.offloadtck.object.check.observation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.report.DescriptorReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.elf.ElfObject;

/// The values, images, entries and findings that the parts of a check have collected from one file,
/// in file order.
///
/// Offload kinds are kept as codes: their meaning is known only after the profiles that agree are
/// known.
public final class Observations {

    private final List<ObservedValue> values = new ArrayList<>();
    private final List<ObservedImage> images = new ArrayList<>();
    private final Map<ObservedImage, ElfObject> decoded = new HashMap<>();
    private final List<List<Long>> registrations = new ArrayList<>();
    private final List<ObservedEntry> entries = new ArrayList<>();
    private final List<DescriptorReport> descriptors = new ArrayList<>();
    private final List<ObservedCudaImage> cudaImages = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> unjudged = new ArrayList<>();
    private Optional<HostDefinitions> host = Optional.empty();

    public void add(ObservedValue value) {
        values.add(value);
    }

    public void add(ObservedImage image) {
        images.add(image);
    }

    /// The image as an ELF file, decoded once for all checks; empty for another format, class or
    /// byte order.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException if the image breaks the format
    public Optional<ElfObject> elf(String source, ObservedImage image) {
        var bytes = new ObjectBytes(source, image.image().bytes(), "image", image.offset());
        return ElfObject.isElf(bytes)
                ? Optional.of(decoded.computeIfAbsent(image, _ -> ElfObject.parse(bytes)))
                : Optional.empty();
    }

    public void add(ObservedEntry entry) {
        entries.add(entry);
    }

    public void add(DescriptorReport descriptor) {
        descriptors.add(descriptor);
    }

    public List<DescriptorReport> descriptors() {
        return descriptors;
    }

    /// Records what one descriptor registers.
    ///
    /// @param starts where each `ImageStart` points, in bytes from the start of the file
    public void addRegistration(List<Long> starts) {
        registrations.add(List.copyOf(starts));
    }

    /// The images that one descriptor registers, for each descriptor.
    public List<List<ObservedImage>> registeredTogether() {
        return registrations.stream()
                .map(starts ->
                        images.stream()
                                .filter(image ->
                                        starts.contains(image.offset())
                                                || starts.contains(image.carrierOffset()))
                                .toList())
                .toList();
    }

    /// Where the images and carriers start that a descriptor registers, in bytes from the start of
    /// the file.
    public Set<Long> registeredStarts() {
        return registrations.stream().flatMap(List::stream).collect(Collectors.toSet());
    }

    public void add(ObservedCudaImage image) {
        cudaImages.add(image);
    }

    /// Records that the file is one of the host whose entries were read.
    public void setHost(HostDefinitions definitions) {
        host = Optional.of(definitions);
    }

    /// The symbols of the host; empty in a file whose entries are not read.
    public Optional<HostDefinitions> host() {
        return host;
    }

    /// Records, once, a part of the file that is not checked, and the reason.
    public void skip(String part) {
        if (!unjudged.contains(part)) {
            unjudged.add(part);
        }
    }

    public void add(Rule rule, String section, long offset, String problem) {
        findings.add(new Finding(rule, section, offset, problem));
    }

    /// Records that `section` broke the format of its contents.
    public void add(Rule rule, String section, MalformedObjectException malformed) {
        add(rule, section, malformed.offset(), malformed.problem());
    }

    public List<ObservedValue> values() {
        return values;
    }

    public List<ObservedImage> images() {
        return images;
    }

    public List<ObservedEntry> entries() {
        return entries;
    }

    public List<ObservedCudaImage> cudaImages() {
        return cudaImages;
    }

    public List<String> unjudged() {
        return unjudged;
    }

    public List<Finding> findings() {
        return findings;
    }

    /// Whether the file has no offloading artifacts.
    public boolean isEmpty() {
        return values.isEmpty()
                && images.isEmpty()
                && descriptors.isEmpty()
                && entries.isEmpty()
                && findings.isEmpty()
                && unjudged.isEmpty();
    }
}
