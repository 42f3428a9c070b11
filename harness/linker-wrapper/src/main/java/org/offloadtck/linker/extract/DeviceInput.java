package org.offloadtck.linker.extract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.ArchivePolicy;
import org.offloadtck.plugin.TargetId;

/// Chooses the device images that take part in a link: all of the objects, and of the archives
/// those the policy takes.
///
/// Whatever the policy, a member's image is taken only for a target that an image taken before is
/// for: archives alone carry nothing into a link. Shared objects are passed over, since they
/// register their images themselves. An archive named twice is searched twice; that LLVM 19 then
/// takes a member again is a defect (llvm-project issue 198017) and not done here.
///
/// @see "LLVM 16, 19 and 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp,
///   getDeviceInput; the order of members as measured with each"
public final class DeviceInput {

    private final Extraction extraction;
    private final ArchivePolicy policy;
    private final List<ExtractedImage> taken = new ArrayList<>();
    private final Map<TargetId, DeviceSymbols> symbols = new HashMap<>();

    private DeviceInput(AbiProfile profile) {
        this.extraction = new Extraction(profile.fatObject().carrier());
        this.policy = profile.deviceLink().archives();
    }

    /// The images of the link line `inputs`, in the order they are taken.
    public static List<ExtractedImage> of(List<LinkInput> inputs, AbiProfile profile) {
        var chosen = new DeviceInput(profile);
        chosen.scan(inputs);
        return List.copyOf(chosen.taken);
    }

    private void scan(List<LinkInput> inputs) {
        var archives = new ArrayList<LinkInput>();
        for (LinkInput input : inputs) {
            switch (input) {
                case LinkInput.ArchiveFile archive -> {
                    if (policy == ArchivePolicy.LEFT_TO_RIGHT) {
                        searchToFixpoint(List.of(archive));
                    } else {
                        archives.add(archive);
                    }
                }
                case LinkInput.Linked(ElfObject elf)
                        when elf.header().type().equals(ElfType.SHARED) -> {}
                case LinkInput.Relocatable _,
                        LinkInput.Linked _,
                        LinkInput.OffloadBinaryFile _,
                        LinkInput.Unknown _ ->
                        extraction.images(input).forEach(this::take);
            }
        }
        searchToFixpoint(archives);
    }

    private void searchToFixpoint(List<LinkInput> archives) {
        var candidates = new ArrayList<ExtractedImage>();
        archives.forEach(archive -> candidates.addAll(extraction.images(archive)));
        boolean found = true;
        while (found) {
            found = false;
            for (var candidate = candidates.iterator(); candidate.hasNext(); ) {
                ExtractedImage member = candidate.next();
                if (isNeeded(member)) {
                    take(member);
                    candidate.remove();
                    found = true;
                }
            }
        }
    }

    private boolean isNeeded(ExtractedImage member) {
        DeviceSymbols known = symbols.get(member.target());
        return known != null
                && switch (policy) {
                    case EVERY_MEMBER -> true;
                    case LEFT_TO_RIGHT, FIXPOINT -> known.needs(member);
                };
    }

    private void take(ExtractedImage image) {
        symbols.computeIfAbsent(image.target(), _ -> new DeviceSymbols()).add(image);
        taken.add(image);
    }
}
