package org.offloadtck.linker.device;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.ImageExtraction;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.MatchingProfiles;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.link.ArchivePolicy;

/// Selects the device images that take part in a link: all images of objects, and those images of
/// archive members that the edition takes.
///
/// In every edition, a member's image is taken only for a target that an object on the line is for,
/// or that an option requests. Shared objects are skipped, because they register their images
/// themselves. An archive that the line names twice is searched twice; these editions may then take
/// a member twice (llvm-project issues 195188 and 198017), and the device link reports the symbols
/// that are defined twice.
///
/// Requirements: DL-02, DL-05.
///
/// @see "LLVM 16, 19 and 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp,
///   getDeviceInput; the order of members as measured with each"
public final class DeviceImageSelection {

    private final ImageExtraction extraction;
    private final AbiProfile.DeviceLink rules;
    private final TargetGroups groups;

    private DeviceImageSelection(AbiProfile profile, Set<String> wanted) {
        this.extraction = new ImageExtraction(profile.fatObject().carrier());
        this.rules = profile.deviceLink();
        this.groups = new TargetGroups(rules, wanted);
    }

    /// Selects the images of the link line `inputs`.
    ///
    /// @param wanted arches for which members of archives are taken although no object is for them
    public static DeviceInput of(List<LinkInput> inputs, AbiProfile profile, Set<String> wanted) {
        var selection = new DeviceImageSelection(profile, wanted);
        selection.scan(inputs);
        return selection.groups.result(
                inputs.stream()
                        .filter(selection::isSearched)
                        .flatMap(input -> selection.neededByEntries(input).stream())
                        .toList());
    }

    /// The images of those members of an archive that have offload entries. A member without
    /// entries, such as one of the device runtime, gives a program no region that needs an image.
    private List<ExtractedImage> neededByEntries(LinkInput input) {
        return switch (input) {
            case LinkInput.ArchiveFile(_, var members) ->
                    members.stream()
                            .filter(DeviceImageSelection::hasEntries)
                            .flatMap(member -> extraction.images(member).stream())
                            .toList();
            case LinkInput.WholeArchive(var archive) -> neededByEntries(archive);
            case LinkInput.Relocatable _,
                    LinkInput.Linked _,
                    LinkInput.OffloadBinaryFile _,
                    LinkInput.Unknown _ ->
                    List.of();
        };
    }

    private static boolean hasEntries(LinkInput member) {
        return member instanceof LinkInput.Relocatable(var elf)
                && elf.sections().stream()
                        .anyMatch(section ->
                                section.size() > 0
                                        && MatchingProfiles.entrySections()
                                                .contains(section.name()));
    }

    private void scan(List<LinkInput> inputs) {
        groups.open(
                inputs.stream()
                        .filter(input -> !isSearched(input))
                        .flatMap(input -> images(input).stream())
                        .map(ExtractedImage::target)
                        .toList());
        var members = new ArrayList<CandidateImage>();
        for (LinkInput input : inputs) {
            if (!isSearched(input)) {
                images(input).forEach(groups::take);
                continue;
            }
            images(input).stream().map(CandidateImage::of).forEach(members::add);
            if (rules.archives() == ArchivePolicy.LEFT_TO_RIGHT) {
                search(members);
                members.clear();
            }
        }
        search(members);
    }

    /// Whether images of `input` are taken only on demand.
    private boolean isSearched(LinkInput input) {
        return switch (input) {
            case LinkInput.ArchiveFile _ -> true;
            case LinkInput.WholeArchive _ -> !rules.honoursWholeArchive();
            case LinkInput.Relocatable _,
                    LinkInput.Linked _,
                    LinkInput.OffloadBinaryFile _,
                    LinkInput.Unknown _ ->
                    false;
        };
    }

    private List<ExtractedImage> images(LinkInput input) {
        return input instanceof LinkInput.Linked(var elf)
                        && elf.header().type().equals(ElfType.SHARED)
                ? List.of()
                : extraction.images(input);
    }

    /// Takes members until none is needed. Each search starts at the first member, because a taken
    /// image may need an earlier one.
    private void search(List<CandidateImage> members) {
        boolean found = true;
        while (found) {
            found = false;
            for (Iterator<CandidateImage> rest = members.iterator(); !found && rest.hasNext(); ) {
                if (groups.takeIfNeeded(rest.next())) {
                    rest.remove();
                    found = true;
                }
            }
        }
    }
}
