package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.ImageOrigin;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Distinguishes images that are linked and registered from those that are not linked yet. A linker
/// wrapper that recognizes images by the type of their section does not.
///
/// The section of a linked image is allocated, because the program loads it; that of an unlinked
/// image is excluded.
public final class RelinkedImages {

    private RelinkedImages() {}

    /// Whether a section has images that a later link must link.
    static boolean isUnlinked(Section section) {
        return section.type().equals(SectionType.LLVM_OFFLOADING)
                && !section.has(SectionFlag.ALLOC)
                && section.size() > 0;
    }

    /// Returns one diagnostic for each section of linked images from which `images` were extracted,
    /// in their order: the link would link and register them a second time.
    ///
    /// @param inputs the link line
    public static List<LinkDiagnostic> diagnostics(
            List<ExtractedImage> images, List<LinkInput> inputs) {
        var objects = new HashMap<String, ElfObject>();
        inputs.forEach(input -> collect(input, objects));
        Set<ImageOrigin> sections = new LinkedHashSet<>();
        for (ExtractedImage image : images) {
            ImageOrigin origin = image.origin();
            sections.add(
                    new ImageOrigin(origin.file(), origin.section(), origin.sectionIndex(), 0));
        }
        var diagnostics = new ArrayList<LinkDiagnostic>();
        for (ImageOrigin origin : sections) {
            if (isLinked(origin, objects)) {
                diagnostics.add(diagnostic(origin));
            }
        }
        return diagnostics;
    }

    private static void collect(LinkInput input, Map<String, ElfObject> objects) {
        switch (input) {
            case LinkInput.Relocatable(var elf) -> objects.putIfAbsent(elf.source(), elf);
            case LinkInput.Linked(var elf) -> objects.putIfAbsent(elf.source(), elf);
            case LinkInput.ArchiveFile(_, var members) ->
                    members.forEach(member -> collect(member, objects));
            case LinkInput.WholeArchive(var archive) -> collect(archive, objects);
            case LinkInput.OffloadBinaryFile _, LinkInput.Unknown _ -> {}
        }
    }

    private static boolean isLinked(ImageOrigin origin, Map<String, ElfObject> objects) {
        ElfObject object = objects.get(origin.file());
        return object != null
                && object.sections().get(origin.sectionIndex()).has(SectionFlag.ALLOC);
    }

    private static LinkDiagnostic diagnostic(ImageOrigin origin) {
        return new LinkDiagnostic(
                origin.file(),
                "%s [%d]".formatted(origin.section(), origin.sectionIndex()),
                LinkRule.LINKED_TWICE,
                "has images that are linked and registered by their object, when a link should"
                        + " extract unlinked images");
    }
}
