package org.offloadtck.linker;

import java.util.List;
import java.util.stream.LongStream;
import org.offloadtck.linker.host.HostExecutable;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.object.elf.Symbol;
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
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a descriptor is cut short
    public static List<Registration> in(HostExecutable executable) {
        return executable.elf().symbols().stream()
                .filter(symbol -> symbol.name().equals(WrapperObject.DESCRIPTOR))
                .map(Symbol::value)
                .map(address -> at(address, executable))
                .toList();
    }

    private static Registration at(long address, HostExecutable executable) {
        var descriptor = BinaryDescriptor.parse(executable.bytes(address), 0);
        var images =
                LongStream.range(0, descriptor.deviceImageCount())
                        .map(image -> descriptor.deviceImages() + image * DeviceImage.SIZE)
                        .mapToObj(image -> DeviceImage.parse(executable.bytes(image), 0))
                        .toList();
        return new Registration(descriptor, images);
    }
}
