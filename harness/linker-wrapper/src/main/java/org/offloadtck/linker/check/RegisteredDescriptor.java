package org.offloadtck.linker.check;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;

/// A binary descriptor that a wrapper object of a program registers, read from the linked bytes.
///
/// @param images of the descriptor, in order
public record RegisteredDescriptor(BinaryDescriptor descriptor, List<DeviceImage> images) {

    public RegisteredDescriptor {
        images = List.copyOf(images);
    }

    /// Reads every descriptor of the program, in link order.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a descriptor is cut short or
    ///   the address of its images is not in a loaded section
    public static List<RegisteredDescriptor> in(HostExecutable executable) {
        return executable.elf().symbols().stream()
                .filter(symbol -> symbol.name().equals(WrapperObject.DESCRIPTOR))
                .flatMap(symbol -> executable.bytes(symbol.value()).stream())
                .map(bytes -> read(bytes, executable))
                .toList();
    }

    private static RegisteredDescriptor read(ObjectBytes bytes, HostExecutable executable) {
        var descriptor = BinaryDescriptor.parse(bytes, 0);
        if (descriptor.deviceImageCount() == 0) {
            return new RegisteredDescriptor(descriptor, List.of());
        }
        ObjectBytes table =
                executable
                        .bytes(descriptor.deviceImages())
                        .orElseThrow(() -> nothingThere(bytes, descriptor));
        var images = new ArrayList<DeviceImage>();
        for (long image = 0; image < descriptor.deviceImageCount(); image++) {
            images.add(DeviceImage.parse(table, image * DeviceImage.SIZE));
        }
        return new RegisteredDescriptor(descriptor, images);
    }

    private static MalformedObjectException nothingThere(
            ObjectBytes bytes, BinaryDescriptor descriptor) {
        return bytes.malformed(
                Long.BYTES,
                FormatRule.BOUNDS,
                "DeviceImages is 0x%x, where nothing is loaded"
                        .formatted(descriptor.deviceImages()));
    }
}
