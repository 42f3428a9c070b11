package org.offloadtck.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.offload.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;
import org.offloadtck.runtime.image.DeviceEntry;
import org.offloadtck.runtime.image.ImageLoader;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.launch.KernelLauncher;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.mapping.DeviceChannel;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostImage;
import org.offloadtck.runtime.registration.HostLibrary;

/// A device as the runtime uses it: with its data environment and the images loaded on it.
final class TargetDevice implements AutoCloseable {

    private static final LaunchClauses ONE_THREAD = new LaunchClauses(1, 1, 0, 0);

    private final DeviceChannel channel;
    private final DataEnvironment data;
    private final KernelLauncher launcher;
    private final ImageLoader loader;
    private final Map<Long, LoadedImage> images = new LinkedHashMap<>();

    TargetDevice(HostMemory host, AbiProfile profile, Device device, int number, int count) {
        this.channel = new DeviceChannel(device);
        this.data = new DataEnvironment(host, channel);
        this.launcher = new KernelLauncher(host, data, channel, profile.runtime().deviceAbi());
        this.loader = new ImageLoader(profile, channel, number, count);
    }

    DeviceChannel channel() {
        return channel;
    }

    DataEnvironment data() {
        return data;
    }

    KernelLauncher launcher() {
        return launcher;
    }

    String id() {
        return channel.device().description().id();
    }

    boolean hasImages() {
        return !images.isEmpty();
    }

    /// The image of `library` that is loaded here.
    Optional<LoadedImage> image(HostLibrary library) {
        return Optional.ofNullable(images.get(library.descriptor()));
    }

    /// Loads `image` for `library`, maps the library's variables and runs its constructors.
    void load(HostLibrary library, HostImage image) {
        LoadedImage loaded = loader.load(image, library.entries());
        images.put(library.descriptor(), loaded);
        for (int index = 0; index < library.entries().size(); index++) {
            if (loaded.entries().get(index) instanceof DeviceEntry.Variable(var memory)) {
                data.associate(library.entries().get(index).fields().address(), memory);
            }
        }
        run(library, loaded, OpenmpEntryFlag.CTOR);
    }

    /// Runs the destructors of `library`, unmaps its variables and unloads its image.
    void unload(HostLibrary library) {
        image(library).ifPresent(loaded -> run(library, loaded, OpenmpEntryFlag.DTOR));
        discard(library);
    }

    /// Unmaps the variables of `library` and unloads its image, as if it had never been loaded.
    void discard(HostLibrary library) {
        LoadedImage loaded = images.remove(library.descriptor());
        if (loaded != null) {
            library.entries().forEach(entry -> data.dissociate(entry.fields().address()));
            loaded.close();
        }
    }

    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, initLibrary, and rtl.cpp,
    ///   UnregisterLib: constructors and destructors are target regions of one thread"
    private void run(HostLibrary library, LoadedImage loaded, OpenmpEntryFlag kind) {
        List<HostEntry> entries = library.entries();
        for (int index = 0; index < entries.size(); index++) {
            if (entries.get(index).isRegion()
                    && entries.get(index).has(kind)
                    && loaded.entries().get(index) instanceof DeviceEntry.Region(var kernel)) {
                launcher.launch(kernel, List.of(), ONE_THREAD);
            }
        }
    }

    @Override
    public void close() {
        images.values().forEach(LoadedImage::close);
        channel.close();
    }
}
