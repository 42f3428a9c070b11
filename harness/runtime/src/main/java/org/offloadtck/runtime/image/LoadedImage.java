package org.offloadtck.runtime.image;

import java.util.List;
import org.offloadtck.plugin.Program;
import org.offloadtck.runtime.registration.HostImage;

/// An image on a device. Owns the program and its device environment.
///
/// @param entries the device counterparts of the library's host entries, in order
public record LoadedImage(
        HostImage image, Program program, List<DeviceEntry> entries, WrittenEnvironment environment)
        implements AutoCloseable {

    public LoadedImage {
        entries = List.copyOf(entries);
    }

    @Override
    public void close() {
        environment.close();
        program.close();
    }
}
