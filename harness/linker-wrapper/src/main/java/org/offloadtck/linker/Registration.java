package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.host.HostExecutable;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.BinaryDescriptor;
import org.offloadtck.object.offload.DeviceImage;

/// What one wrapper object of a program registers, read from the linked bytes.
///
/// @param images of the descriptor, in order
public record Registration(BinaryDescriptor descriptor, List<DeviceImage> images) {

    public Registration {
        images = List.copyOf(images);
    }

    /// Every registration of the program, in link order.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a descriptor is cut short or
    ///   its images lie where nothing is loaded
    public static List<Registration> in(HostExecutable executable) {
        return executable.elf().symbols().stream()
                .filter(symbol -> symbol.name().equals(WrapperObject.DESCRIPTOR))
                .flatMap(symbol -> executable.bytes(symbol.value()).stream())
                .map(bytes -> read(bytes, executable))
                .toList();
    }

    private static Registration read(ObjectBytes bytes, HostExecutable executable) {
        var descriptor = BinaryDescriptor.parse(bytes, 0);
        if (descriptor.deviceImageCount() == 0) {
            return new Registration(descriptor, List.of());
        }
        ObjectBytes table =
                executable
                        .bytes(descriptor.deviceImages())
                        .orElseThrow(() -> nothingThere(bytes, descriptor));
        var images = new ArrayList<DeviceImage>();
        for (long image = 0; image < descriptor.deviceImageCount(); image++) {
            images.add(DeviceImage.parse(table, image * DeviceImage.SIZE));
        }
        return new Registration(descriptor, images);
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
