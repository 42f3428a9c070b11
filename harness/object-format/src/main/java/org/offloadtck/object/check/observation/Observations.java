package org.offloadtck.object.check.observation;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.report.DescriptorReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryTable;

/// What the parts of a check have seen so far, in file order. Offload kinds stay codes here: what
/// they mean is known only when it is known which profiles agree.
public final class Observations {

    private final List<ObservedValue> values = new ArrayList<>();
    private final List<ObservedImage> images = new ArrayList<>();
    private final List<List<Long>> registrations = new ArrayList<>();
    private final List<ObservedEntry> entries = new ArrayList<>();
    private final List<DescriptorReport> descriptors = new ArrayList<>();
    private final List<ObservedCudaImage> cudaImages = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> unjudged = new ArrayList<>();

    /// An image and where it lies; `offset` and `carrierOffset` count from the start of the file.
    public record ObservedImage(
            String carrier,
            String section,
            long carrierOffset,
            long offset,
            OffloadKindCode kind,
            Image image,
            ImageStage stage) {}

    /// A linked image for NVIDIA's devices, which a runtime takes or refuses by its header.
    public record ObservedCudaImage(ObservedImage found, ElfHeader header) {}

    /// An entry and where it lies.
    ///
    /// @param base where its section starts, in bytes from the start of the file
    public record ObservedEntry(
            String section, long base, OffloadKindCode kind, EntryTable.Row row) {}

    /// How a file says which programming model something belongs to.
    public sealed interface OffloadKindCode {

        /// By a number, whose meaning depends on the profile.
        record Numbered(int code) implements OffloadKindCode {}

        /// By a name, such as that of a section.
        record Named(OffloadKind kind) implements OffloadKindCode {}

        /// By a word, which may be no kind of ours.
        record Word(String word) implements OffloadKindCode {}

        /// Number 1 is OpenMP in every numbering.
        default boolean isOpenmp() {
            return switch (this) {
                case Numbered(var code) -> code == 1;
                case Named(var kind) -> kind == OffloadKind.OPENMP;
                case Word(var word) -> word.equals(OffloadKind.OPENMP.label());
            };
        }
    }

    public void add(ObservedValue trait) {
        values.add(trait);
    }

    public void add(ObservedImage image) {
        images.add(image);
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

    public void add(ObservedCudaImage image) {
        cudaImages.add(image);
    }

    /// Says which part of the file is not judged, and why.
    public void skip(String part) {
        unjudged.add(part);
    }

    public void add(Finding.Rule rule, String section, long offset, String problem) {
        findings.add(new Finding(rule, section, offset, problem));
    }

    /// Records that `section` broke the format of its contents.
    public void add(Finding.Rule rule, String section, MalformedObjectException malformed) {
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

    /// Whether nothing of offloading was seen.
    public boolean isEmpty() {
        return values.isEmpty()
                && images.isEmpty()
                && descriptors.isEmpty()
                && entries.isEmpty()
                && findings.isEmpty()
                && unjudged.isEmpty();
    }
}
