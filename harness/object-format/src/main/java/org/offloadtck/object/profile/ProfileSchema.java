package org.offloadtck.object.profile;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.Visibility;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.profile.compilation.DeviceConstructors;
import org.offloadtck.object.profile.compilation.EmbeddingStep;
import org.offloadtck.object.profile.compilation.ImageCarrier;
import org.offloadtck.object.profile.compilation.IndirectStyle;
import org.offloadtck.object.profile.compilation.InternalVariableEntries;
import org.offloadtck.object.profile.compilation.MappedNamePosition;
import org.offloadtck.object.profile.compilation.RequiresStyle;
import org.offloadtck.object.profile.compilation.StringContainer;
import org.offloadtck.object.profile.link.ArchivePolicy;
import org.offloadtck.object.profile.link.ArchiveSymbolTracking;
import org.offloadtck.object.profile.link.DummyBinding;
import org.offloadtck.object.profile.link.ImageStart;
import org.offloadtck.object.profile.link.RelocatableStyle;
import org.offloadtck.object.profile.link.TargetMatching;
import org.offloadtck.object.profile.link.UnregisterStyle;
import org.offloadtck.object.profile.link.WrapperNaming;
import org.offloadtck.object.profile.runtime.CudaImageRule;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.object.profile.runtime.ImageChoice;
import org.offloadtck.object.profile.runtime.ImageFitScope;
import org.offloadtck.object.profile.runtime.ImageLoading;
import org.offloadtck.object.profile.runtime.InfoFormat;
import org.offloadtck.object.profile.runtime.MissingSymbolPolicy;
import org.offloadtck.object.profile.runtime.RegistrationScope;
import org.offloadtck.object.profile.runtime.StructureAlignment;
import org.offloadtck.object.profile.runtime.TableMismatchPolicy;
import org.offloadtck.object.profile.runtime.UnmappedPointerResult;

/// Maps the keys of a profile's file to the values of [AbiProfile]. It is the only list of keys.
final class ProfileSchema {

    private final ProfileReader read;

    private ProfileSchema(ProfileReader read) {
        this.read = read;
    }

    static AbiProfile read(ProfileFile file, SequencedMap<String, ProfileValue> values) {
        var reader = new ProfileReader(file.source(), values);
        var schema = new ProfileSchema(reader);
        var profile =
                new AbiProfile(
                        file.id(),
                        file.title(),
                        schema.fatObject(),
                        schema.entries(),
                        schema.compilation(),
                        schema.wrapper(),
                        schema.relocatableLink(),
                        schema.deviceLink(),
                        schema.runtime(),
                        schema.dataMapping(),
                        schema.deviceModule(),
                        List.copyOf(values.values()));
        reader.rejectUnknownKeys();
        return profile;
    }

    private AbiProfile.FatObject fatObject() {
        return new AbiProfile.FatObject(
                carrier(),
                read.choice("fat-object.kind-numbering", OffloadKindNumbering.class),
                read.text("fat-object.cpu-arch"),
                read.integer("fat-object.last-image-kind"),
                read.choice("fat-object.string-container", StringContainer.class),
                read.texts("fat-object.string-order"));
    }

    private ImageCarrier carrier() {
        var bundler =
                new ImageCarrier.BundlerSections(
                        read.text("fat-object.bundler.prefix"),
                        read.text("fat-object.bundler.new-driver-prefix"));
        var section =
                new ImageCarrier.OffloadSection(
                        read.text("fat-object.section.name"),
                        read.bits("fat-object.section.type"),
                        read.bits("fat-object.section.flags"),
                        read.bits("fat-object.section.alignment"),
                        read.choice("fat-object.binary-version", ProfileSchema::version, "1 or 2"));
        return read.choice(
                "fat-object.carrier",
                text ->
                        switch (text) {
                            case "bundler-sections" -> Optional.of(bundler);
                            case "offload-section" -> Optional.of(section);
                            default -> Optional.empty();
                        },
                "one of bundler-sections, offload-section");
    }

    private static Optional<OffloadBinary.Version> version(String text) {
        return switch (text) {
            case "1" -> Optional.of(OffloadBinary.Version.V1);
            case "2" -> Optional.of(OffloadBinary.Version.V2);
            default -> Optional.empty();
        };
    }

    private AbiProfile.Entries entries() {
        return new AbiProfile.Entries(
                read.choice(
                        "entries.layout",
                        text ->
                                switch (text) {
                                    case "32" -> Optional.of(EntryLayout.LEGACY);
                                    case "56" -> Optional.of(EntryLayout.VERSION_1);
                                    default -> Optional.empty();
                                },
                        "one of 32, 56 (bytes)"),
                read.byKind("entries.section"),
                read.bits("entries.alignment"),
                read.bits("entries.section-flags"),
                read.text("entries.symbol-prefix"),
                read.text("entries.name-symbol"),
                read.text("entries.name-section"),
                read.bits("entries.openmp-flags"),
                read.bits("entries.cuda-flags"),
                read.flag("entries.cuda-data"),
                read.choice("entries.requires.style", RequiresStyle.class),
                read.text("entries.requires.name"),
                read.choice("entries.indirect.style", IndirectStyle.class),
                read.bits("entries.indirect.flag"));
    }

    private AbiProfile.Compilation compilation() {
        return new AbiProfile.Compilation(
                read.choice("compilation.internal-variables", InternalVariableEntries.class),
                read.choice("compilation.device-constructors", DeviceConstructors.class),
                read.text("compilation.constructor-prefix"),
                read.bits("compilation.requires-flags"),
                read.choice("compilation.mapped-name", MappedNamePosition.class),
                read.flag("compilation.ident-length"),
                read.integer("compilation.region-info-fields"),
                read.choice("compilation.embedding", EmbeddingStep.class));
    }

    private AbiProfile.Wrapper wrapper() {
        return new AbiProfile.Wrapper(
                read.text("wrapper.image-section.name"),
                read.bits("wrapper.image-section.type"),
                read.text("wrapper.descriptor-section"),
                read.choice("wrapper.image-start", ImageStart.class),
                read.byKind("wrapper.dummy-symbol"),
                read.choice("wrapper.dummy-binding", DummyBinding.class),
                read.integer("wrapper.constructor-priority"),
                read.choice("wrapper.unregister", UnregisterStyle.class),
                new AbiProfile.HipBundle(
                        read.text("wrapper.hip-bundle.host"),
                        read.text("wrapper.hip-bundle.device")));
    }

    private AbiProfile.RelocatableLink relocatableLink() {
        return new AbiProfile.RelocatableLink(
                read.choice("relocatable-link.style", RelocatableStyle.class),
                read.text("relocatable-link.image-section"),
                read.texts("relocatable-link.renamed-sections"));
    }

    private AbiProfile.DeviceLink deviceLink() {
        return new AbiProfile.DeviceLink(
                read.choice("device-link.archives", ArchivePolicy.class),
                read.choice("device-link.matching", TargetMatching.class),
                read.choice("device-link.symbols", ArchiveSymbolTracking.class),
                read.flag("device-link.whole-archive"),
                read.text("device-link.default-arch"),
                read.flag("device-link.host-archives"),
                read.choice("device-link.wrapper-names", WrapperNaming.class),
                read.text("device-link.tool-suffix"));
    }

    private AbiProfile.RuntimeAbi runtime() {
        return new AbiProfile.RuntimeAbi(
                read.integer("runtime.kernel-arguments-version"),
                read.choice("runtime.device-abi", DeviceAbi.class),
                read.integer("runtime.device-environment-size"),
                read.choice("runtime.image-choice", ImageChoice.class),
                read.choice("runtime.registration", RegistrationScope.class),
                read.choice("runtime.image-fit", ImageFitScope.class),
                read.choice("runtime.image-loading", ImageLoading.class),
                read.choice("runtime.table-mismatch", TableMismatchPolicy.class),
                read.choice("runtime.missing-symbol", MissingSymbolPolicy.class),
                read.flag("runtime.upgrades-legacy-entries"),
                read.flag("runtime.unpacks-images"),
                read.flag("runtime.launches-earlier-kernels"),
                read.choice("runtime.cuda-images", CudaImageRule.class),
                read.text("runtime.message-prefix"),
                read.choice("runtime.info-format", InfoFormat.class));
    }

    private AbiProfile.DataMapping dataMapping() {
        return new AbiProfile.DataMapping(
                read.bits("data-mapping.known-types"),
                read.choice("data-mapping.missing-pointer", UnmappedPointerResult.class),
                read.choice("data-mapping.structure-alignment", StructureAlignment.class));
    }

    private AbiProfile.DeviceModule deviceModule() {
        return new AbiProfile.DeviceModule(
                read.choice("device-module.kernel-visibility", Visibility.class),
                read.choice("device-module.function-visibility", Visibility.class),
                read.choice("device-module.link-pointer-visibility", Visibility.class),
                read.choice("device-module.region-operands", OffloadInfo.Operands.class),
                read.flag("device-module.entries-for-cpus"),
                read.integer("device-module.target-init-parameters"),
                read.texts("device-module.parallel-functions"),
                read.texts("device-module.data-layout.nvptx64"),
                read.texts("device-module.data-layout.x86-64"));
    }
}
