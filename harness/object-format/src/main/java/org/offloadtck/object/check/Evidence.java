package org.offloadtck.object.check;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfHeader;
import org.offloadtck.object.offload.EntryTable;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadKind;

/// What the parts of a check have seen so far, in file order. Offload kinds stay codes here: what
/// they mean is known only when it is known which profiles agree.
final class Evidence {

    private final List<Trait> traits = new ArrayList<>();
    private final List<FoundImage> images = new ArrayList<>();
    private final List<List<Long>> registrations = new ArrayList<>();
    private final List<FoundEntry> entries = new ArrayList<>();
    private final List<DescriptorReport> descriptors = new ArrayList<>();
    private final List<CudaImage> cudaImages = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> unjudged = new ArrayList<>();

    /// An image and where it lies; `offset` and `carrierOffset` count from the start of the file.
    record FoundImage(
            String carrier,
            String section,
            long carrierOffset,
            long offset,
            KindCode kind,
            Image image,
            ImageStage stage) {}

    /// A linked image for NVIDIA's devices, which a runtime takes or refuses by its header.
    record CudaImage(FoundImage found, ElfHeader header) {}

    /// An entry and where it lies.
    ///
    /// @param base where its section starts, in bytes from the start of the file
    record FoundEntry(String section, long base, KindCode kind, EntryTable.Row row) {}

    /// How a file says which programming model something belongs to.
    sealed interface KindCode {

        /// By a number, whose meaning depends on the profile.
        record Numbered(int code) implements KindCode {}

        /// By a name, such as that of a section.
        record Named(OffloadKind kind) implements KindCode {}

        /// By a word, which may be no kind of ours.
        record Word(String word) implements KindCode {}

        /// Number 1 is OpenMP in every numbering.
        default boolean isOpenmp() {
            return switch (this) {
                case Numbered(var code) -> code == 1;
                case Named(var kind) -> kind == OffloadKind.OPENMP;
                case Word(var word) -> word.equals(OffloadKind.OPENMP.label());
            };
        }
    }

    void add(Trait trait) {
        traits.add(trait);
    }

    void add(FoundImage image) {
        images.add(image);
    }

    void add(FoundEntry entry) {
        entries.add(entry);
    }

    void add(DescriptorReport descriptor) {
        descriptors.add(descriptor);
    }

    List<DescriptorReport> descriptors() {
        return descriptors;
    }

    /// Records what one descriptor registers.
    ///
    /// @param starts where each `ImageStart` points, in bytes from the start of the file
    void addRegistration(List<Long> starts) {
        registrations.add(List.copyOf(starts));
    }

    /// The images that one descriptor registers, for each descriptor.
    List<List<FoundImage>> registeredTogether() {
        return registrations.stream()
                .map(starts ->
                        images.stream()
                                .filter(image ->
                                        starts.contains(image.offset())
                                                || starts.contains(image.carrierOffset()))
                                .toList())
                .toList();
    }

    void add(CudaImage image) {
        cudaImages.add(image);
    }

    /// Says which part of the file is not judged, and why.
    void leaveOut(String part) {
        unjudged.add(part);
    }

    void add(Finding.Rule rule, String section, long offset, String problem) {
        findings.add(new Finding(rule, section, offset, problem));
    }

    /// Records that `section` broke the format of its contents.
    void add(Finding.Rule rule, String section, MalformedObjectException malformed) {
        add(rule, section, malformed.offset(), malformed.problem());
    }

    List<Trait> traits() {
        return traits;
    }

    List<FoundImage> images() {
        return images;
    }

    List<FoundEntry> entries() {
        return entries;
    }

    List<CudaImage> cudaImages() {
        return cudaImages;
    }

    List<String> unjudged() {
        return unjudged;
    }

    List<Finding> findings() {
        return findings;
    }

    /// Whether nothing of offloading was seen.
    boolean isEmpty() {
        return traits.isEmpty()
                && images.isEmpty()
                && descriptors.isEmpty()
                && entries.isEmpty()
                && findings.isEmpty()
                && unjudged.isEmpty();
    }
}
