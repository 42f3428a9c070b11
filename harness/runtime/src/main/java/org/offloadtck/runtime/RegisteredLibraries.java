package org.offloadtck.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.runtime.ImageLoading;
import org.offloadtck.plugin.Device;
import org.offloadtck.runtime.device.TargetDevice;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostImage;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.registration.ImageSelection;
import org.offloadtck.runtime.registration.LibraryReader;
import org.offloadtck.runtime.registration.Requirements;

/// The registered libraries, in the order of their registration, and their common requirements.
///
/// Registering a library assigns one of its images to each device that accepts one; the device
/// loads it. A library is registered completely or not at all.
///
/// Requirements: RG-03, RG-14, RG-24.
final class RegisteredLibraries {

    private final RuntimeOptions options;
    private final LibraryReader reader;
    private final List<TargetDevice> devices;
    private final Map<Long, HostLibrary> libraries = new LinkedHashMap<>();
    private Requirements requirements = Requirements.UNDEFINED;

    RegisteredLibraries(HostMemory host, RuntimeOptions options, List<TargetDevice> devices) {
        this.options = options;
        this.reader = new LibraryReader(host, options.profile());
        this.devices = devices;
    }

    List<HostLibrary> all() {
        return List.copyOf(libraries.values());
    }

    Requirements requirements() {
        return requirements;
    }

    HostLibrary register(long descriptor) {
        if (libraries.containsKey(descriptor)) {
            throw new OffloadException(
                    "__tgt_register_lib",
                    descriptor,
                    RuntimeRule.REGISTERED_ONCE,
                    "the descriptor is registered already");
        }
        HostLibrary library = reader.read(descriptor);
        Requirements all = withThoseOf(library);
        boolean registered = false;
        try {
            file(library);
            registered = true;
        } finally {
            if (!registered) {
                devices.forEach(device -> device.discard(library));
            }
        }
        requirements = all;
        libraries.put(descriptor, library);
        return library;
    }

    void unregister(long descriptor) {
        HostLibrary library = libraries.remove(descriptor);
        if (library == null) {
            throw new OffloadException(
                    "__tgt_unregister_lib",
                    descriptor,
                    RuntimeRule.REGISTERED,
                    "the descriptor is not registered");
        }
        try {
            devices.forEach(device -> device.runDestructors(library));
        } finally {
            devices.forEach(device -> device.discard(library));
        }
    }

    /// Adds the requirements that a constructor passes. Editions with requires entries ignore the
    /// constructor, so any demand is rejected there.
    ///
    /// Requirement: RG-20.
    void addRequirements(long flags) {
        requirements =
                switch (options.profile().entries().requires()) {
                    case CONSTRUCTOR -> requirements.and(flags, 0);
                    case ENTRY -> requirements.unheard(flags, options.profile().id());
                };
    }

    private Requirements withThoseOf(HostLibrary library) {
        Requirements all = requirements;
        for (HostEntry entry : library.entries()) {
            if (entry.has(OpenmpEntryFlag.REGISTER_REQUIRES)) {
                all = all.and(entry.fields().data(), entry.at());
            }
        }
        return all;
    }

    private void file(HostLibrary library) {
        for (TargetDevice device : devices) {
            imageFor(device, library).ifPresent(image -> device.assign(library, image));
        }
        if (options.loading() == ImageLoading.AT_REGISTRATION) {
            devices.forEach(TargetDevice::loadPending);
        }
    }

    private Optional<HostImage> imageFor(TargetDevice device, HostLibrary library) {
        List<HostImage> earlier =
                libraries.values().stream().flatMap(one -> one.images().stream()).toList();
        return switch (options.policy()) {
            case DISABLED -> Optional.empty();
            case DEFAULT, MANDATORY ->
                    new ImageSelection(options.profile().runtime(), pluginDevices())
                            .imageFor(device.channel().device(), library.images(), earlier);
        };
    }

    private List<Device> pluginDevices() {
        return devices.stream().map(device -> device.channel().device()).toList();
    }
}
