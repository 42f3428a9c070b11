package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.offloadtck.linker.device.DeviceInput;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.device.OffloadTargets;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelocatableObject;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.object.profile.AbiProfile;

/// The reference linker wrapper: extracts, selects, links and wraps device images, then links the
/// host program, all in this process.
///
/// Requirements: DL-08, CP-04.
///
/// @param profile the ABI profile, which selects the behaviour where releases differ
/// @param deviceLinkers link the images of each target
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, main"
public record LinkerWrapper(AbiProfile profile, DeviceLinkers deviceLinkers) {

    /// Creates the wrapper with the device linkers that `ServiceLoader` finds.
    public static LinkerWrapper of(AbiProfile profile) {
        return new LinkerWrapper(profile, DeviceLinkers.installed());
    }

    /// Links `inputs`, the files of a link line in order, to an executable that registers their
    /// device images when it starts. A line without images is a plain host link.
    ///
    /// @param imports symbols that the program takes from shared libraries, the entry points of the
    ///   offload runtime among them
    /// @throws LinkException if the images or the program cannot be linked
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a section of offload
    ///   binaries or a descriptor is damaged
    /// @throws org.offloadtck.plugin.image.DeviceLinkException if a device linker rejects the
    ///   images
    public LinkResult link(List<LinkInput> inputs, Imports imports) {
        return link(inputs, imports, deviceInput(inputs, Set.of()));
    }

    /// As [#link], for `targets` alone: drops the images for other targets and warns of each.
    ///
    /// Requirements: MT-01, MT-02, MT-04, MT-12.
    public LinkResult linkFor(OffloadTargets targets, List<LinkInput> inputs, Imports imports) {
        var found = deviceInput(inputs, Set.of());
        var kept = new DeviceInput(found.images(), targets.kept(found.groups()), found.warnings());
        var link = link(inputs, imports, kept);
        var warnings = new ArrayList<>(targets.diagnostics("the link line", found.groups()));
        warnings.addAll(link.warnings());
        return link.with(warnings);
    }

    /// Links `inputs` to an object that registers their device images itself, if the profile's
    /// toolchain has such a link; else merges them.
    ///
    /// @param output names the object in diagnostics
    public RelocatableObject linkRelocatable(String output, List<LinkInput> inputs) {
        var pipeline = pipeline(LinkKind.RELOCATABLE, new RelocatableHostLinker(profile, output));
        return pipeline.link(inputs, pipeline.deviceInput(inputs, Set.of())).product();
    }

    /// Extracts the images that take part in a link to a program and groups those that are linked
    /// together.
    ///
    /// @param wanted arches for which members of archives are taken although no object is for them
    /// @throws LinkException if the profile does not wrap an image's programming model
    public DeviceInput deviceInput(List<LinkInput> inputs, Set<String> wanted) {
        return programs(Imports.none()).deviceInput(inputs, wanted);
    }

    private LinkResult link(List<LinkInput> inputs, Imports imports, DeviceInput deviceInput) {
        var result = programs(imports).link(inputs, deviceInput);
        var program = result.product();
        return new LinkResult(
                result.deviceInput(),
                result.linkedImages(),
                program.wrappers(),
                program.executable(),
                result.warnings());
    }

    private LinkPipeline<StaticHostLinker.Program> programs(Imports imports) {
        return pipeline(LinkKind.FINAL, new StaticHostLinker(profile, imports));
    }

    private <P> LinkPipeline<P> pipeline(LinkKind kind, HostLinker<P> hostLinker) {
        return new LinkPipeline<>(profile, kind, deviceLinkers, hostLinker);
    }
}
