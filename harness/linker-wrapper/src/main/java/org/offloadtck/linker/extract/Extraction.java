package org.offloadtck.linker.extract;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.elf.SectionType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.Carrier;

/// Takes device images out of the files that carry them.
///
/// @param carrier how images lie in host objects
public record Extraction(Carrier carrier) {

    /// Every image in `input`, in file order; of an archive those of every member.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a section of offload
    ///   binaries holds anything else
    public List<ExtractedImage> images(LinkInput input) {
        return switch (input) {
            case LinkInput.Relocatable(var elf) -> imagesOf(elf);
            case LinkInput.Linked(var elf) -> imagesOf(elf);
            case LinkInput.ArchiveFile(_, var members) ->
                    members.stream().flatMap(member -> images(member).stream()).toList();
            case LinkInput.WholeArchive(var archive) -> images(archive);
            case LinkInput.OffloadBinaryFile(var source, var binaries) ->
                    imagesOf(binaries, new Origin(source, "", 0, 0));
            case LinkInput.Unknown _ -> List.of();
        };
    }

    private List<ExtractedImage> imagesOf(ElfObject elf) {
        var images = new ArrayList<ExtractedImage>();
        for (int index = 0; index < elf.sections().size(); index++) {
            Section section = elf.sections().get(index);
            var first = new Origin(elf.source(), section.name(), index, 0);
            switch (carrier) {
                case Carrier.OffloadSection offloading -> {
                    if (carries(offloading, section)) {
                        images.addAll(imagesOf(OffloadBinary.parseAll(section.contents()), first));
                    }
                }
                case Carrier.BundlerSections bundler ->
                        BundlerSection.image(bundler, section)
                                .ifPresent(image -> images.add(new ExtractedImage(image, first)));
            }
        }
        return images;
    }

    /// By type where the edition has a type of its own, whatever the name; else by name.
    ///
    /// @see "LLVM 16, llvm/lib/Object/OffloadBinary.cpp, extractFromObject: ELFSectionRef::getType"
    private static boolean carries(Carrier.OffloadSection carrier, Section section) {
        return carrier.type() == SectionType.PROGBITS.code()
                ? section.name().equals(carrier.name())
                : section.type().code() == carrier.type();
    }

    private static List<ExtractedImage> imagesOf(
            List<OffloadBinary.Placed> binaries, Origin first) {
        var images = new ArrayList<ExtractedImage>();
        for (OffloadBinary.Placed placed : binaries) {
            for (OffloadBinary.Image image : placed.binary().images()) {
                if ((image.flags() & OffloadBinary.Image.METADATA) == 0) {
                    images.add(
                            new ExtractedImage(
                                    image,
                                    new Origin(
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
