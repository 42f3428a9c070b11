package org.offloadtck.object.check.image;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfSectionTable;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// Finds the sections with device images: linked images and images that are still to be linked.
///
/// Requirements: FO-01, FO-04, FO-09, OC-07.
public final class ImageSectionCheck {

    private final List<Section> sections;
    private final ElfType type;
    private final IntPredicate isReferenced;
    private final Observations observations;
    private final Set<String> bundlerPrefixes = new LinkedHashSet<>();
    private final Set<String> rawPrefixes = new LinkedHashSet<>();
    private final Set<String> relinkable = new LinkedHashSet<>();
    private final List<Section> unlinked = new ArrayList<>();
    private final List<Section> linked = new ArrayList<>();

    public ImageSectionCheck(ElfObject object, AbiProfiles profiles, Observations observations) {
        this(
                object.sections(),
                object.header().type(),
                section -> isReferenced(object, section),
                profiles,
                observations);
    }

    /// Checks a file whose relocations the kit does not read.
    public ImageSectionCheck(
            ElfSectionTable object, AbiProfiles profiles, Observations observations) {
        this(object.sections(), object.type(), _ -> false, profiles, observations);
    }

    private ImageSectionCheck(
            List<Section> sections,
            ElfType type,
            IntPredicate isReferenced,
            AbiProfiles profiles,
            Observations observations) {
        this.sections = sections;
        this.type = type;
        this.isReferenced = isReferenced;
        this.observations = observations;
        for (var profile : profiles.all()) {
            relinkable.add(profile.relocatableLink().imageSection());
            if (profile.fatObject().carrier()
                    instanceof ImageCarrier.BundlerSections(var old, var raw)) {
                bundlerPrefixes.add(old);
                rawPrefixes.add(raw);
            }
        }
    }

    public void read() {
        for (int index = 0; index < sections.size(); index++) {
            var section = sections.get(index);
            var bundler = prefixOf(bundlerPrefixes, section.name());
            var raw = prefixOf(rawPrefixes, section.name());
            if (bundler.isPresent()) {
                bundled(section, section.name().substring(bundler.get().length()));
            } else if (raw.isPresent() && isRaw(section)) {
                raw(section, section.name().substring(raw.get().length()));
            } else if (holdsBinaries(section) && isLinked(index)) {
                linked.add(section);
                linked(section);
            } else if (holdsBinaries(section)) {
                unlinked.add(section);
                unlinked(section);
            }
        }
    }

    private static Optional<String> prefixOf(Set<String> prefixes, String name) {
        for (var prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return Optional.of(prefix);
            }
        }
        return Optional.empty();
    }

    private boolean isRaw(Section section) {
        return !section.type().equals(SectionType.LLVM_OFFLOADING)
                && !section.type().equals(SectionType.RELA)
                && !relinkable.contains(section.name())
                && !OffloadBinary.startsIn(section.contents());
    }

    /// Whether the section has offload binaries: by its type, as linker wrappers read, by its name,
    /// or by its contents if it is not part of the program.
    private boolean holdsBinaries(Section section) {
        return section.type().equals(SectionType.LLVM_OFFLOADING)
                || section.name().equals(ElfObject.OFFLOADING_SECTION)
                || (relinkable.contains(section.name()) && !section.name().isEmpty())
                || ((!section.has(SectionFlag.ALLOC) || section.name().startsWith(".llvm."))
                        && OffloadBinary.startsIn(section.contents()));
    }

    /// Whether the images are those that the program registers. A section of a relocatable object
    /// may have `SHF_ALLOC` by mistake: then its images are not linked, and no relocation of the
    /// object refers to them.
    private boolean isLinked(int index) {
        var section = sections.get(index);
        return section.has(SectionFlag.ALLOC)
                && (!type.equals(ElfType.RELOCATABLE)
                        || !hasUnlinkedImage(section)
                        || isReferenced.test(index));
    }

    /// Whether a relocation of the object refers to a symbol of the section.
    private static boolean isReferenced(ElfObject object, int section) {
        var place = new SymbolPlace.InSection(section);
        for (int index = 0; index < object.sections().size(); index++) {
            for (var relocation : object.relocations(index)) {
                if (object.symbols().get(relocation.symbol()).place().equals(place)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasUnlinkedImage(Section section) {
        try {
            return OffloadBinaryCheck.hasUnlinkedImage(section.contents());
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    /// A section of `clang-offload-bundler`; `rest` is `<kind>-<triple>`. The section of the host
    /// has one byte and no image.
    private void bundled(Section section, String rest) {
        var parts = rest.split("-", 2);
        carrier("bundler-sections", section);
        if (!parts[0].equals("host")) {
            var target = new Target(parts.length > 1 ? parts[1] : "", "");
            rawImage("bundler section", section, parts[0], target);
        }
    }

    /// A section written by LLVM 14's new driver; `rest` is `<triple>.<arch>.<stem>`.
    private void raw(Section section, String rest) {
        var parts = rest.split("\\.", 3);
        carrier("bundler-sections", section);
        var target = new Target(parts[0], parts.length > 1 ? parts[1] : "");
        rawImage("raw section", section, "openmp", target);
    }

    private void rawImage(String carrier, Section section, String kind, Target target) {
        long offset = section.contents().base();
        observations.add(
                new ObservedImage(
                        carrier,
                        section.name(),
                        offset,
                        offset,
                        new OffloadKindCode.Word(kind),
                        Image.of(ImageKind.ofContent(section.bytes()), 0, target, section.bytes()),
                        ImageStage.UNLINKED));
    }

    private void unlinked(Section section) {
        carrier("offload-section", section);
        var where = Place.of(section);
        carried("name", section.name(), where, ImageCarrier.OffloadSection::name);
        carried("type", hex(section.type().code()), where, carrier -> hex(carrier.type()));
        carried("flags", hex(section.flags()), where, carrier -> hex(carrier.flags()));
        carried(
                "alignment",
                Long.toString(section.alignment()),
                where,
                carrier -> Long.toString(carrier.alignment()));
        new OffloadBinaryCheck(observations, ImageStage.UNLINKED)
                .read(section.name(), section.contents());
    }

    private void linked(Section section) {
        var where = Place.of(section);
        observations.add(
                ObservedValue.among(
                        "wrapper.image-section.name",
                        section.name(),
                        where,
                        profile ->
                                List.of(
                                        profile.wrapper().imageSection(),
                                        profile.relocatableLink().imageSection())));
        observations.add(
                ObservedValue.equal(
                        "wrapper.image-section.type",
                        hex(section.type().code()),
                        where,
                        profile -> hex(profile.wrapper().imageSectionType())));
        if (OffloadBinary.startsIn(section.contents())) {
            new OffloadBinaryCheck(observations, ImageStage.LINKED)
                    .read(section.name(), section.contents());
        }
    }

    /// Checks the product of a relocatable link: it has linked images and either entries of the
    /// host or unlinked images. A wrapper object has linked images only.
    ///
    /// Requirement: OC-08.
    ///
    /// @param tables the indices of the entry sections
    public void readRelinked(List<Integer> tables) {
        boolean wrapper = tables.isEmpty() && unlinked.isEmpty();
        if (wrapper || !type.equals(ElfType.RELOCATABLE)) {
            return;
        }
        for (var section : linked) {
            observations.add(
                    ObservedValue.equal(
                            "relocatable-link.image-section",
                            section.name(),
                            Place.of(section),
                            profile -> profile.relocatableLink().imageSection()));
            if (section.type().equals(SectionType.LLVM_OFFLOADING)) {
                observations.add(
                        RegistrationRule.EXTRACTED_AGAIN,
                        section.name(),
                        section.contents().base(),
                        "the linked images have section type 0x%x, so an offload link reads"
                                        .formatted(section.type().code())
                                + " them as images still to be linked");
            }
        }
        besideUnlinked();
    }

    private void besideUnlinked() {
        if (!linked.isEmpty() && !unlinked.isEmpty()) {
            var section = unlinked.getFirst();
            observations.add(
                    RegistrationRule.LINKED_BESIDE_UNLINKED,
                    section.name(),
                    section.contents().base(),
                    "there are %d sections of device images, one of them linked, when the link"
                                    .formatted(linked.size() + unlinked.size())
                            + " should have removed what it linked");
        }
    }

    private void carrier(String carrier, Section section) {
        observations.add(
                ObservedValue.equal(
                        "fat-object.carrier",
                        carrier,
                        Place.of(section),
                        ImageSectionCheck::carrier));
    }

    private static String carrier(AbiProfile profile) {
        return switch (profile.fatObject().carrier()) {
            case ImageCarrier.BundlerSections _ -> "bundler-sections";
            case ImageCarrier.OffloadSection _ -> "offload-section";
        };
    }

    /// Records a value of the section of offload binaries. Profiles without such a section already
    /// disagree about the carrier.
    private void carried(
            String key,
            String observed,
            Place where,
            Function<ImageCarrier.OffloadSection, String> value) {
        observations.add(
                ObservedValue.equal(
                        "fat-object.section." + key,
                        observed,
                        where,
                        profile ->
                                switch (profile.fatObject().carrier()) {
                                    case ImageCarrier.BundlerSections _ -> observed;
                                    case ImageCarrier.OffloadSection carrier ->
                                            value.apply(carrier);
                                }));
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }
}
