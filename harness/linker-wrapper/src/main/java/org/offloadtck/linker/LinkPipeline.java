package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.offloadtck.linker.check.LinkChecks;
import org.offloadtck.linker.device.DeviceImageSelection;
import org.offloadtck.linker.device.DeviceInput;
import org.offloadtck.linker.device.ImageLinker;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.device.TargetGroup;
import org.offloadtck.linker.device.WrappedKinds;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.link.RelocatableStyle;
import org.offloadtck.plugin.image.TargetId;

/// The steps of one link, in order: select device images, link them, wrap them, link the host.
///
/// The device link and the host link are parameters: in this process for the reference pipeline,
/// with the tools of the machine for `offload-tck link`.
///
/// Requirements: HL-06, CP-08, CP-09, CP-10.
///
/// @param kind what the host link makes
public record LinkPipeline<P>(
        AbiProfile profile, LinkKind kind, ImageLinker imageLinker, HostLinker<P> hostLinker) {

    /// The result of every step.
    ///
    /// @param warnings of all steps, in their order
    public record Result<P>(
            DeviceInput deviceInput,
            List<LinkedImage> linkedImages,
            P product,
            List<LinkDiagnostic> warnings) {
        public Result {
            linkedImages = List.copyOf(linkedImages);
            warnings = List.copyOf(warnings);
        }
    }

    /// Extracts the images that take part in the link and groups those that are linked together. A
    /// relocatable link that only merges objects has none.
    ///
    /// @param wanted arches for which members of archives are taken although no object is for them
    /// @throws org.offloadtck.linker.input.LinkException if the profile does not wrap an image's
    ///   programming model
    public DeviceInput deviceInput(List<LinkInput> inputs, Set<String> wanted) {
        if (kind == LinkKind.RELOCATABLE
                && profile.relocatableLink().style() == RelocatableStyle.MERGE) {
            return DeviceInput.NONE;
        }
        var input = DeviceImageSelection.of(inputs, profile, wanted);
        input.images().forEach(new WrappedKinds(profile)::require);
        return input;
    }

    /// Links `inputs` with the images of `deviceInput`.
    public Result<P> link(List<LinkInput> inputs, DeviceInput deviceInput) {
        var warnings = new ArrayList<>(deviceInput.warnings());
        warnings.addAll(new LinkChecks(profile).ofInputs(inputs, deviceInput.images()));
        var images = deviceInput.groups().stream().map(this::link).toList();
        return link(inputs, deviceInput, images, warnings);
    }

    /// Links `inputs` with `images` in place of all images that the inputs carry.
    public Result<P> linkOverridden(List<LinkInput> inputs, List<LinkedImage> images) {
        return link(inputs, DeviceInput.NONE, images, List.of());
    }

    private Result<P> link(
            List<LinkInput> inputs,
            DeviceInput deviceInput,
            List<LinkedImage> images,
            List<LinkDiagnostic> earlier) {
        var host = hostLinker.link(wrappers(images), inputs, images);
        var warnings = new ArrayList<>(earlier);
        warnings.addAll(host.warnings());
        return new Result<>(deviceInput, images, host.product(), warnings);
    }

    private LinkedImage link(TargetGroup group) {
        var kinds = new WrappedKinds(profile).of(group);
        return new LinkedImage(wrapped(group.target()), kinds, imageLinker.link(group));
    }

    /// The target as the linked image states it: a release that links `generic` as no arch leaves
    /// the arch out.
    ///
    /// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, getLinkerArgs;
    ///   executed: clang-linker-wrapper 22.1.8, x86_64-pc-linux-gnu"
    private TargetId wrapped(TargetId target) {
        boolean isLeftOut =
                target.arch().equals("generic") && profile.deviceLink().defaultArch().isEmpty();
        return isLeftOut ? new TargetId(target.triple(), "") : target;
    }

    /// One wrapper object for each programming model, in the order of [OffloadKind]; an image that
    /// several models share is in the wrapper object of each.
    private List<WrapperObject> wrappers(List<LinkedImage> images) {
        SequencedMap<OffloadKind, List<LinkedImage>> byKind = new TreeMap<>();
        for (LinkedImage image : images) {
            for (OffloadKind offloadKind : image.kinds()) {
                byKind.computeIfAbsent(offloadKind, _ -> new ArrayList<>()).add(image);
            }
        }
        return byKind.entrySet().stream()
                .map(of ->
                        new WrapperObject(
                                of.getValue(), new WrapperOptions(profile, of.getKey(), kind)))
                .toList();
    }
}
