package org.offloadtck.object.check.content;

import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.content.DeviceTriple.Machine;
import org.offloadtck.object.check.content.DeviceTriple.Order;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.elf.ElfSectionTable.FileClass;

/// Compares the first fields of an image that is an ELF file with its triple: class, byte order,
/// version and machine. They decide how every other field is read.
///
/// Source: System V ABI, generic part, "ELF Identification".
///
/// Requirement: OC-10.
record ElfIdentityCheck(Observations observations, ObservedImage found) {

    private static final int EI_CLASS = 4;
    private static final int EI_DATA = 5;
    private static final int EI_VERSION = 6;
    private static final int E_MACHINE = 18;

    /// Size of the fields up to `e_machine`.
    private static final int SIZE = 20;

    void read() {
        var bytes = new ObjectBytes("", found.image().bytes(), "image", found.offset());
        if (bytes.size() < SIZE) {
            add(
                    ImageRule.MALFORMED_IMAGE,
                    0,
                    "the image has %d bytes when an ELF file has at least 52"
                            .formatted(bytes.size()));
            return;
        }
        identity("EI_VERSION", EI_VERSION, bytes.u8(EI_VERSION, "EI_VERSION"), 1);
        DeviceTriple.of(found.image().target().triple())
                .machine()
                .ifPresent(machine -> compare(bytes, machine));
    }

    private void compare(ObjectBytes bytes, Machine machine) {
        int data = bytes.u8(EI_DATA, "EI_DATA");
        int fileClass = machine.fileClass() == FileClass.BITS_64 ? 2 : 1;
        identity("EI_CLASS", EI_CLASS, bytes.u8(EI_CLASS, "EI_CLASS"), fileClass);
        identity("EI_DATA", EI_DATA, data, machine.order().code());
        int stored = bytes.u16(E_MACHINE, "e_machine");
        int code =
                data == Order.BIG.code()
                        ? Short.toUnsignedInt(Short.reverseBytes((short) stored))
                        : stored;
        if (code != machine.machine() && data == machine.order().code()) {
            add(
                    ImageRule.IMAGE_FOR_OTHER_TARGET,
                    E_MACHINE,
                    "machine is %d when it should be %d, that of triple '%s'"
                            .formatted(code, machine.machine(), found.image().target().triple()));
        }
        if (machine.order() == Order.BIG) {
            observations.skip(
                    "symbols of the image at 0x%x: the kit reads 64-bit little-endian ELF files"
                            .formatted(found.offset()));
        }
    }

    private void identity(String field, int offset, int value, int expected) {
        if (value != expected) {
            add(
                    ImageRule.IMAGE_FOR_OTHER_TARGET,
                    offset,
                    "%s is %d when it should be %d, as in images for triple '%s'"
                            .formatted(field, value, expected, found.image().target().triple()));
        }
    }

    private void add(ImageRule rule, int offset, String problem) {
        observations.add(rule, found.section(), found.offset() + offset, problem);
    }
}
