package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.device.Selection;
import org.offloadtck.linker.device.TargetGroup;
import org.offloadtck.linker.extract.DeviceInput;
import org.offloadtck.linker.extract.ExtractedImage;
import org.offloadtck.linker.host.HostExecutable;
import org.offloadtck.linker.host.HostLinker;
import org.offloadtck.linker.host.Imports;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.Wrapping;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadKind;
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
    /// @throws org.offloadtck.plugin.DeviceLinkException if a device linker refuses the images
    public Link link(List<LinkInput> inputs, Imports imports) {
        var images = deviceInput(inputs);
        var groups = select(images);
        var linked = linkDevice(groups);
        var wrappers = wrapDeviceImages(linked);
        var executable = linkHost(wrappers, inputs, imports);
        var warnings = new EntryCoverage(profile).diagnostics(executable);
        return new Link(images, groups, linked, wrappers, executable, warnings);
    }

    /// Extracts the images that take part in the link.
    public List<ExtractedImage> deviceInput(List<LinkInput> inputs) {
        return DeviceInput.of(inputs, profile);
    }

    /// Groups images that are linked together.
    ///
    /// @throws LinkException if an image is of a programming model other than OpenMP
    public List<TargetGroup> select(List<ExtractedImage> images) {
        images.forEach(this::requireOpenmp);
        return Selection.groups(images, profile.deviceLink().matching());
    }

    /// Links the images of every group.
    public List<LinkedImage> linkDevice(List<TargetGroup> groups) {
        return groups.stream().map(deviceLinkers::link).toList();
    }

    /// Makes the object that registers the images; none for none.
    public List<ElfObject> wrapDeviceImages(List<LinkedImage> images) {
        return images.isEmpty()
                ? List.of()
                : List.of(WrapperObject.of(images, Wrapping.openmp(profile)));
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
        return HostLinker.link(line, imports);
    }

    private void requireOpenmp(ExtractedImage extracted) {
        int code = extracted.image().offloadKindCode();
        var numbering = profile.fatObject().kindNumbering();
        if (!numbering.kind(code).equals(Optional.of(OffloadKind.OPENMP))) {
            throw new LinkException(
                    extracted.origin().file(),
                    extracted.origin().position(),
                    LinkRule.OFFLOAD_KIND,
                    "is of kind %s, when images of kind openmp are wrapped"
                            .formatted(numbering.nameOf(code)));
        }
    }
}
