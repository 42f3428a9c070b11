package org.offloadtck.linker;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.offloadtck.linker.check.LinkChecks;
import org.offloadtck.linker.check.MatchingProfiles;
import org.offloadtck.linker.device.DeviceImageSelection;
import org.offloadtck.linker.device.DeviceInput;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.device.OffloadTargets;
import org.offloadtck.linker.device.TargetGroup;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.profile.AbiProfile;

/// Wraps the host link: extracts, selects, links and wraps device images, then links the program.
///
/// @param profile says where toolchains differ
/// @param deviceLinkers who links the images of each target
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, main"
public record LinkerWrapper(AbiProfile profile, DeviceLinkers deviceLinkers) {

    /// With the device linkers that `ServiceLoader` finds.
    public static LinkerWrapper of(AbiProfile profile) {
        return new LinkerWrapper(profile, DeviceLinkers.installed());
    }

    /// Links `inputs`, the files of a link line in order, to an executable that registers their
    /// device images when it starts. A line without images is a plain host link.
    ///
    /// @param imports what the program takes from outside, the runtime's entry points among them
    /// @throws LinkException if the images or the program cannot be linked
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a section of offload
    ///   binaries or a descriptor is damaged
    /// @throws org.offloadtck.plugin.image.DeviceLinkException if a device linker refuses the
    ///   images
    public LinkResult link(List<LinkInput> inputs, Imports imports) {
        return link(inputs, imports, deviceInput(inputs, Set.of()));
    }

    /// As [#link], for `targets` alone: images for others are dropped, and the warnings say so.
    public LinkResult linkFor(OffloadTargets targets, List<LinkInput> inputs, Imports imports) {
        var found = deviceInput(inputs, Set.of());
        var kept = new DeviceInput(found.images(), targets.kept(found.groups()), found.warnings());
        var link = link(inputs, imports, kept);
        var warnings = new ArrayList<>(targets.diagnostics("the link line", found.groups()));
        warnings.addAll(link.warnings());
        return link.with(warnings);
    }

    private LinkResult link(List<LinkInput> inputs, Imports imports, DeviceInput input) {
        var linked = linkDevice(input.groups());
        var wrappers = wrapDeviceImages(linked);
        var executable = linkHost(wrappers, inputs, imports);
        var review = new LinkChecks(profile);
        var warnings = new ArrayList<>(input.warnings());
        warnings.addAll(review.ofInputs(inputs, input.images()));
        warnings.addAll(review.ofProgram(executable, linked));
        return new LinkResult(input, linked, wrappers, executable, warnings);
    }

    /// Extracts the images that take part in the link and groups those that are linked together.
    ///
    /// @param wanted arches for which members of archives are taken though no object is for them
    /// @throws LinkException if an image is of a programming model that is not wrapped here
    public DeviceInput deviceInput(List<LinkInput> inputs, Set<String> wanted) {
        var input = DeviceImageSelection.of(inputs, profile, wanted);
        input.images().forEach(this::requireWrapped);
        return input;
    }

    /// Links the images of every group.
    public List<LinkedImage> linkDevice(List<TargetGroup> groups) {
        return groups.stream().map(this::linkDevice).toList();
    }

    private LinkedImage linkDevice(TargetGroup group) {
        return new LinkedImage(group.target(), kinds(group), deviceLinkers.link(group));
    }

    /// The programming models whose images are in `group`.
    ///
    /// @throws LinkException if there are none, so that nothing would register the linked image
    public Set<OffloadKind> kinds(TargetGroup group) {
        var numbering = profile.fatObject().kindNumbering();
        var kinds = EnumSet.noneOf(OffloadKind.class);
        for (ExtractedImage image : group.images()) {
            numbering.kind(image.image().offloadKindCode()).ifPresent(kinds::add);
        }
        if (kinds.isEmpty()) {
            throw notWrapped(group.images().getFirst(), "none");
        }
        return kinds;
    }

    /// Makes the objects that register the images, one for each programming model; none for none.
    public List<ElfObject> wrapDeviceImages(List<LinkedImage> images) {
        return byKind(images).entrySet().stream()
                .map(group ->
                        WrapperObject.of(
                                group.getValue(),
                                new WrapperOptions(profile, group.getKey(), LinkKind.FINAL)))
                .toList();
    }

    /// The images that each programming model registers, in the order of [OffloadKind]; an image
    /// several models share is there for each.
    public static SequencedMap<OffloadKind, List<LinkedImage>> byKind(List<LinkedImage> images) {
        SequencedMap<OffloadKind, List<LinkedImage>> byKind = new TreeMap<>();
        for (LinkedImage image : images) {
            image.kinds()
                    .forEach(kind ->
                            byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(image));
        }
        return byKind;
    }

    /// Links the program. Wrapper objects come first on the line, as `clang-linker-wrapper` puts
    /// them.
    public HostExecutable linkHost(
            List<ElfObject> wrappers, List<LinkInput> inputs, Imports imports) {
        var line = new ArrayList<LinkInput>();
        wrappers.forEach(wrapper -> line.add(new LinkInput.Relocatable(wrapper)));
        inputs.stream()
                .filter(input -> !(input instanceof LinkInput.OffloadBinaryFile))
                .forEach(line::add);
        return StaticLinker.link(line, imports);
    }

    private void requireWrapped(ExtractedImage extracted) {
        int code = extracted.image().offloadKindCode();
        var numbering = profile.fatObject().kindNumbering();
        boolean isWrapped =
                code == 0
                        || numbering
                                .kind(code)
                                .flatMap(kind -> profile.wrapper().dummySymbol(kind))
                                .isPresent();
        if (!isWrapped) {
            throw notWrapped(extracted, numbering.nameOf(code));
        }
    }

    private LinkException notWrapped(ExtractedImage extracted, String kind) {
        return new LinkException(
                extracted.origin().file(),
                extracted.origin().position(),
                LinkRule.OFFLOAD_KIND,
                "is of kind %s, when those of profile %s are %s%s"
                        .formatted(kind, profile.id(), wrappedKinds(), renumbered(extracted)));
    }

    /// What else the code of the image's kind means where kinds are numbered in another way.
    private String renumbered(ExtractedImage extracted) {
        int code = extracted.image().offloadKindCode();
        var here = profile.fatObject().kindNumbering().kind(code);
        return Arrays.stream(OffloadKindNumbering.values())
                .filter(other -> !other.kind(code).equals(here))
                .flatMap(other -> other.kind(code).stream().map(kind -> fits(other, kind)))
                .findFirst()
                .orElse("");
    }

    private static String fits(OffloadKindNumbering numbering, OffloadKind kind) {
        return "; it is %s as %s number kinds"
                .formatted(
                        kind.label(),
                        MatchingProfiles.of(other ->
                                other.fatObject().kindNumbering() == numbering
                                        && other.wrapper().dummySymbol(kind).isPresent()));
    }

    private String wrappedKinds() {
        return Arrays.stream(OffloadKind.values())
                .filter(kind -> profile.wrapper().dummySymbol(kind).isPresent())
                .map(OffloadKind::label)
                .collect(joining(", "));
    }
}
