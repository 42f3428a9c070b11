package org.offloadtck.linker.input;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// Extracts device images from the files that carry them.
///
/// Requirements: DL-01, DL-02.
///
/// @param carrier the form of images in host objects
public record ImageExtraction(ImageCarrier carrier) {

    /// Extracts every image of `input`, in file order; of an archive the images of every member.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a section of offload
    ///   binaries contains anything else
    public List<ExtractedImage> images(LinkInput input) {
        return switch (input) {
            case LinkInput.Relocatable(var elf) -> imagesOf(elf);
            case LinkInput.Linked(var elf) -> imagesOf(elf);
            case LinkInput.ArchiveFile(_, var members) ->
                    members.stream().flatMap(member -> images(member).stream()).toList();
            case LinkInput.WholeArchive(var archive) -> images(archive);
            case LinkInput.OffloadBinaryFile(var source, var binaries) ->
                    imagesOf(binaries, new ImageOrigin(source, "", 0, 0));
            case LinkInput.Unknown _ -> List.of();
        };
    }

    private List<ExtractedImage> imagesOf(ElfObject elf) {
        var images = new ArrayList<ExtractedImage>();
        for (int index = 0; index < elf.sections().size(); index++) {
            Section section = elf.sections().get(index);
            var first = new ImageOrigin(elf.source(), section.name(), index, 0);
            switch (carrier) {
                case ImageCarrier.OffloadSection offloading -> {
                    if (carries(offloading, section)) {
                        images.addAll(imagesOf(OffloadBinary.parseAll(section.contents()), first));
                    }
                }
                case ImageCarrier.BundlerSections bundler ->
                        BundlerSection.image(bundler, section)
                                .ifPresent(image -> images.add(new ExtractedImage(image, first)));
            }
        }
        return images;
    }

    /// Recognizes the section by its type if the edition has a type for it, whatever the name; else
    /// by its name.
    private static boolean carries(ImageCarrier.OffloadSection carrier, Section section) {
        return carrier.type() == SectionType.PROGBITS.code()
                ? section.name().equals(carrier.name())
                : section.type().code() == carrier.type();
    }

    private static List<ExtractedImage> imagesOf(
            List<OffloadBinary.Located> binaries, ImageOrigin first) {
        var images = new ArrayList<ExtractedImage>();
        for (OffloadBinary.Located placed : binaries) {
            for (OffloadBinary.Image image : placed.binary().images()) {
                if ((image.flags() & OffloadBinary.Image.METADATA) == 0) {
                    images.add(
                            new ExtractedImage(
                                    image,
                                    new ImageOrigin(
                                            first.file(),
                                            first.section(),
                                            first.sectionIndex(),
                                            images.size())));
                }
            }
        }
        return images;
    }
}
