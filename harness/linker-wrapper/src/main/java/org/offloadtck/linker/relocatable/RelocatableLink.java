package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkInput.Relocatable;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// The relocatable link of the offload toolchain.
///
/// Requirements: RL-03, RL-04, RL-05, RL-06, RL-07, RL-08, RL-09.
///
/// @see "Offloading Design & Internals, Relocatable Linking; LLVM 19,
///   clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, relocateOffloadSection"
public record RelocatableLink(AbiProfile profile) {

    /// Merges `inputs`, in order, without the offload toolchain: a later link links the device
    /// images, and nothing is registered.
    ///
    /// @param output names the object in diagnostics
    /// @throws LinkException if the objects cannot be merged
    public static RelocatableObject plain(String output, List<LinkInput> inputs) {
        return new RelocatableObject(RelocatableMerge.merge(output, inputs), List.of());
    }

    /// Merges the wrapper objects, which come first, with `inputs`, and finishes the result as the
    /// profile specifies.
    ///
    /// @param output names the object in diagnostics
    /// @param wrappers objects with their images in the section
    ///   [AbiProfile.RelocatableLink#imageSection]
    /// @throws LinkException if the objects cannot be merged, or a wrapper's images are in a
    ///   section that the profile removes
    public RelocatableObject offload(
            String output, List<ElfObject> wrappers, List<LinkInput> inputs) {
        var line = new ArrayList<LinkInput>();
        switch (profile.relocatableLink().style()) {
            case MERGE -> {}
            case KEEP_IMAGES, RENAME_SECTIONS ->
                    wrappers.forEach(w -> line.add(new Relocatable(w)));
        }
        line.addAll(inputs);
        return finish(RelocatableMerge.merge(output, line));
    }

    /// Finishes an object that any linker merged, as the profile specifies: renames the sections
    /// that must stay separate, and removes those that were linked.
    ///
    /// @throws LinkException if a remaining section refers to a removed one
    public RelocatableObject finish(ElfObject merged) {
        return switch (profile.relocatableLink().style()) {
            case MERGE -> new RelocatableObject(merged, List.of());
            case KEEP_IMAGES -> new RelocatableObject(merged, keptImages(merged));
            case RENAME_SECTIONS -> new RelocatableObject(renamed(merged), List.of());
        };
    }

    private ElfObject renamed(ElfObject merged) {
        String suffix = LinkerOutputHash.of(merged.write()).suffix();
        var editor = ElfEditor.of(merged);
        if (profile.fatObject().carrier() instanceof ImageCarrier.OffloadSection carrier) {
            requireUnused(merged, carrier.name());
            editor.removeSections(carrier.name());
        }
        for (String section : profile.relocatableLink().renamedSections()) {
            String own = section + suffix;
            editor.renameSections(section, own)
                    .renameSymbols("__start_" + section, "__start_" + own)
                    .renameSymbols("__stop_" + section, "__stop_" + own);
        }
        return editor.toObject();
    }

    private void requireUnused(ElfObject merged, String removed) {
        for (int index = 0; index < merged.sections().size(); index++) {
            Section section = merged.sections().get(index);
            for (Relocation relocation : merged.relocations(index)) {
                if (!section.name().equals(removed) && isIn(merged, relocation, removed)) {
                    throw new LinkException(
                            merged.source(),
                            "%s+0x%x".formatted(section.name(), relocation.offset()),
                            LinkRule.DISCARDED_SECTION,
                            "refers to %s, which profile %s removes, when linked images should be in %s"
                                    .formatted(
                                            removed,
                                            profile.id(),
                                            profile.relocatableLink().imageSection()));
                }
            }
        }
    }

    private static boolean isIn(ElfObject merged, Relocation relocation, String section) {
        var symbol = merged.symbols().get(relocation.symbol());
        return symbol.place() instanceof SymbolPlace.InSection(int index)
                && merged.sections().get(index).name().equals(section);
    }

    /// Returns one diagnostic for each section of images that are registered and would be linked
    /// again.
    private List<LinkDiagnostic> keptImages(ElfObject merged) {
        return IntStream.range(0, merged.sections().size())
                .filter(index -> RelinkedImages.isUnlinked(merged.sections().get(index)))
                .mapToObj(index ->
                        new LinkDiagnostic(
                                merged.source(),
                                "%s [%d]".formatted(merged.sections().get(index).name(), index),
                                LinkRule.LINKED_TWICE,
                                "keeps images that are linked and registered already, when profile"
                                        + " %s should link and register each once"
                                                .formatted(profile.id())))
                .toList();
    }
}
