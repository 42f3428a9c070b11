package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.report.DescriptorReport;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.entry.PointerResolver;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.profile.link.ImageStart;
import org.offloadtck.object.startup.FileMemory;

/// Follows the descriptors of a file to the images they register.
///
/// Requirement: WR-03.
public final class DescriptorCheck {

    /// Offset of `DeviceImages` in [BinaryDescriptor], in bytes.
    static final int DEVICE_IMAGES = 8;

    /// Offsets of `HostEntriesBegin` and `HostEntriesEnd` in [BinaryDescriptor], in bytes.
    static final int HOST_ENTRIES_BEGIN = 16;

    static final int HOST_ENTRIES_END = 24;

    /// Offset of `ImageEnd` in [DeviceImage][org.offloadtck.object.offload.abi.DeviceImage], in
    /// bytes.
    private static final int IMAGE_END = 8;

    private final FileMemory memory;
    private final ElfObject object;
    private final Observations observations;
    private final List<SectionOffset> descriptors;

    public DescriptorCheck(HostRegistration registration, Observations observations) {
        this.memory = registration.memory();
        this.object = registration.memory().object();
        this.observations = observations;
        this.descriptors = registration.descriptors();
    }

    /// Records the descriptors and their images, and compares these with the linked images of the
    /// file.
    public void read() {
        var rows = new ImageRowCheck(memory, observations);
        rows.read(descriptors);
        for (var descriptor : descriptors) {
            try {
                images(descriptor, rows.starting());
            } catch (MalformedObjectException e) {
                var section = object.sections().get(descriptor.section());
                observations.add(RegistrationRule.MALFORMED_REGISTRATION, section.name(), e);
            }
        }
        new RelinkedImageCheck(memory, observations).read(descriptors);
    }

    private void images(SectionOffset place, Set<SectionOffset> starting) {
        var contents = object.sections().get(place.section()).contents();
        var descriptor = BinaryDescriptor.parse(contents, place.offset());
        var fields = new PointerResolver(object, place.section());
        observations.add(
                new DescriptorReport(
                        object.sections().get(place.section()).name(),
                        contents.base() + place.offset(),
                        descriptor.deviceImageCount(),
                        bound(fields, place.offset() + HOST_ENTRIES_BEGIN, "__start_"),
                        bound(fields, place.offset() + HOST_ENTRIES_END, "__stop_")));
        var images = fields.place(place.offset() + DEVICE_IMAGES);
        if (images.isEmpty()) {
            observations.add(
                    RegistrationRule.MALFORMED_REGISTRATION,
                    object.sections().get(place.section()).name(),
                    contents.base() + place.offset() + DEVICE_IMAGES,
                    "DeviceImages points to no section");
            return;
        }
        var rows = DescriptorRows.of(memory, place);
        if (rows.count() > 0 && rows.rows().isEmpty()) {
            var section = object.sections().get(images.get().section());
            observations.add(
                    RegistrationRule.MALFORMED_REGISTRATION,
                    section.name(),
                    section.contents().base() + images.get().offset(),
                    "DeviceImages points to no row of an image");
        }
        var pointers = new PointerResolver(object, images.get().section());
        var starts = new ArrayList<Long>();
        for (var row : rows.rows().stream().filter(starting::contains).toList()) {
            image(pointers, row.offset()).ifPresent(starts::add);
        }
        observations.addRegistration(starts);
    }

    /// The symbol at a bound of the entries. If several have the address, the one that starts with
    /// `prefix` is used.
    private String bound(PointerResolver fields, long at, String prefix) {
        var address = fields.address(at);
        var symbols =
                address.isPresent() ? object.index().at(address.getAsLong()) : List.<Symbol>of();
        return symbols.stream()
                .filter(symbol -> symbol.name().startsWith(prefix))
                .map(Symbol::name)
                .findFirst()
                .orElseGet(() -> fields.at(at).label());
    }

    /// Reads one device image and records it, if its bounds are in one section.
    ///
    /// @return the target of `ImageStart`, in bytes from the start of the file
    private Optional<Long> image(PointerResolver pointers, long at) {
        var start = pointers.place(at);
        var end = pointers.end(at + IMAGE_END);
        if (start.isEmpty() || !isRange(start.get(), end)) {
            return Optional.empty();
        }
        var section = object.sections().get(start.get().section());
        long from = start.get().offset();
        long size = end.orElseThrow().offset() - from;
        var bytes = section.contents().window(from, size, "registered image");
        var points = OffloadBinary.startsIn(bytes) ? ImageStart.OFFLOAD_BINARY : ImageStart.IMAGE;
        observations.add(
                ObservedValue.equal(
                        "wrapper.image-start",
                        points.label(),
                        Place.of(section),
                        profile -> profile.wrapper().imageStart().label()));
        if (!OffloadBinary.startsIn(section.contents())) {
            raw(section, from, bytes.toByteArray());
        }
        return Optional.of(section.contents().base() + from);
    }

    private boolean isRange(SectionOffset start, Optional<SectionOffset> end) {
        return end.isPresent()
                && end.get().section() == start.section()
                && start.offset() >= 0
                && end.get().offset() >= start.offset()
                && end.get().offset() <= object.sections().get(start.section()).size();
    }

    private void raw(Section section, long from, byte[] bytes) {
        long offset = section.contents().base() + from;
        observations.add(
                new ObservedImage(
                        "registered image",
                        section.name(),
                        offset,
                        offset,
                        new OffloadKindCode.Named(OffloadKind.OPENMP),
                        Image.of(ImageKind.ofContent(bytes), 0, new Target("", ""), bytes),
                        ImageStage.LINKED));
        observations.add(
                ObservedValue.equal(
                        "wrapper.image-section.name",
                        section.name(),
                        Place.of(section),
                        profile -> profile.wrapper().imageSection()));
    }
}
