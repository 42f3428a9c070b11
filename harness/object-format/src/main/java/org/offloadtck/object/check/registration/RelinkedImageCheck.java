package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Imported;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FileMemory;

/// Finds images that were linked from a linked image. A linker treats the linked image as a shared
/// library, so the new image needs it at run time under the name that the linker wrapper gave its
/// temporary file.
///
/// An image whose descriptor has no entries is never loaded: a program of one such product runs
/// with LLVM 19.
///
/// Sources: LLVM 19 to 22, `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`,
/// `createOutputFile`; System V ABI, "Dynamic Section".
///
/// Requirement: OC-44.
final class RelinkedImageCheck {

    /// `DT_NEEDED`, and the size of an `Elf64_Dyn` in bytes.
    private static final long NEEDED = 1;

    private static final int ROW = 16;

    /// Suffix of the names of the temporary objects.
    private static final String OBJECT = ".o";

    private final FileMemory memory;
    private final Observations observations;

    RelinkedImageCheck(FileMemory memory, Observations observations) {
        this.memory = memory;
        this.observations = observations;
    }

    /// Checks the images of the descriptors that have entries.
    ///
    /// @param descriptors all of the file
    void read(List<SectionOffset> descriptors) {
        var used = new HashSet<Long>();
        descriptors.stream().filter(this::hasEntries).map(this::starts).forEach(used::addAll);
        observations.images().stream()
                .filter(image -> image.stage() == ImageStage.LINKED)
                .filter(image ->
                        used.contains(image.offset()) || used.contains(image.carrierOffset()))
                .forEach(this::check);
    }

    /// Where the images of a descriptor start, in bytes from the start of the file.
    private List<Long> starts(SectionOffset descriptor) {
        var starts = new ArrayList<Long>();
        try {
            for (var row : DescriptorRows.of(memory, descriptor).rows()) {
                if (memory.pointer(row) instanceof Place(var start)) {
                    starts.add(memory.fileOffset(start));
                }
            }
        } catch (MalformedObjectException _) {
            // [DescriptorCheck] reports it.
        }
        return starts;
    }

    private boolean hasEntries(SectionOffset descriptor) {
        try {
            var begin = memory.pointer(field(descriptor, DescriptorCheck.HOST_ENTRIES_BEGIN));
            var end = memory.pointer(field(descriptor, DescriptorCheck.HOST_ENTRIES_END));
            return memory.isLinked() ? !begin.equals(end) : isFilled(begin);
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    private static SectionOffset field(SectionOffset descriptor, long offset) {
        return DescriptorFinder.field(descriptor, offset);
    }

    /// Whether the section at whose start the value is has bytes in this object.
    private boolean isFilled(CodeValue begin) {
        return begin instanceof Imported(var symbol, _)
                && memory.object().sections().stream()
                        .anyMatch(section ->
                                section.size() > 0 && symbol.equals("__start_" + section.name()));
    }

    private void check(ObservedImage image) {
        try {
            observations
                    .elf(memory.object().source(), image)
                    .flatMap(RelinkedImageCheck::needed)
                    .filter(name -> name.endsWith(OBJECT))
                    .ifPresent(name -> report(image, name));
        } catch (MalformedObjectException _) {
            // [DeviceImageCheck] reports it.
        }
    }

    private void report(ObservedImage image, String name) {
        observations.add(
                RegistrationRule.LINKED_AGAIN,
                image.section(),
                image.offset(),
                "the image needs %s, a linked image, when it should have been linked from unlinked"
                                .formatted(name)
                        + " ones");
    }

    /// The first library that an image needs with a name of a path.
    private static Optional<String> needed(ElfObject image) {
        for (var section : image.sections(SectionType.DYNAMIC)) {
            var names = image.sections().get(section.link()).contents();
            for (long at = 0; at + ROW <= section.contents().size(); at += ROW) {
                if (section.contents().i64(at, "d_tag") == NEEDED) {
                    var name =
                            names.cString(section.contents().u64(at + Long.BYTES, "d_val"), "name");
                    if (name.contains("/")) {
                        return Optional.of(name);
                    }
                }
            }
        }
        return Optional.empty();
    }
}
