package org.offloadtck.runtime.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.DeviceConstructors;
import org.offloadtck.plugin.Device;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.image.FunctionPointerRegistration;
import org.offloadtck.runtime.image.GlobalConstructors;
import org.offloadtck.runtime.image.GlobalConstructors.Moment;
import org.offloadtck.runtime.image.ImageLoader;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.launch.KernelLauncher;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchEnvironmentPosition;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.registration.HostImage;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.task.AsynchronousConstructs;

/// A device with its data environment, the images assigned to it and the images loaded on it.
///
/// Requirements: RG-14, RG-16.
public final class TargetDevice implements AutoCloseable {

    private static final LaunchClauses ONE_THREAD = new LaunchClauses(1, 1, 0, 0);

    private final DeviceChannel channel;
    private final DataEnvironment data;
    private final KernelLauncher launcher;
    private final ImageLoader loader;
    private final DeviceConstructors constructors;
    private final FunctionPointerRegistration functions;
    private final Map<Long, Filed> filed = new LinkedHashMap<>();
    private final Map<Long, LoadedLibrary> loaded = new LinkedHashMap<>();

    /// The image that this device loads for a library.
    private record Filed(HostLibrary library, HostImage image) {}

    public TargetDevice(HostMemory host, AbiProfile profile, Device device, int number, int count) {
        this.channel = new DeviceChannel(device);
        this.data = new DataEnvironment(host, channel, profile.dataMapping());
        this.launcher = new KernelLauncher(host, data, channel);
        this.loader = new ImageLoader(profile, channel, number, count);
        this.constructors = profile.compilation().deviceConstructors();
        this.functions = new FunctionPointerRegistration(profile, channel);
    }

    public DeviceChannel channel() {
        return channel;
    }

    public DataEnvironment data() {
        return data;
    }

    public KernelLauncher launcher() {
        return launcher;
    }

    /// Starts constructs with `nowait` on this device.
    public AsynchronousConstructs asynchronousConstructs() {
        return new AsynchronousConstructs(channel, data, launcher);
    }

    public String id() {
        return channel.device().description().id();
    }

    public boolean hasImages() {
        return !filed.isEmpty();
    }

    /// The loaded image of `library`.
    public Optional<LoadedImage> image(HostLibrary library) {
        return Optional.ofNullable(loaded.get(library.descriptor())).map(LoadedLibrary::image);
    }

    /// Assigns `image` to this device; [#loadPending] loads it.
    public void assign(HostLibrary library, HostImage image) {
        filed.put(library.descriptor(), new Filed(library, image));
    }

    /// Loads every assigned image that is not loaded yet, in the order of registration, each
    /// completely or not at all.
    ///
    /// Requirements: RG-16, RG-22.
    public void loadPending() {
        for (Filed one : List.copyOf(filed.values())) {
            if (!loaded.containsKey(one.library().descriptor())) {
                load(one.library(), one.image());
            }
        }
    }

    /// Loads `image` for `library`, maps the library's variables and runs its constructors.
    private void load(HostLibrary library, HostImage image) {
        var one = new LoadedLibrary(library, loader.load(image, library.entries()));
        loaded.put(library.descriptor(), one);
        channel.tool()
                .loaded(
                        image.fields().imageStart(),
                        image.fields().imageEnd() - image.fields().imageStart());
        boolean whole = false;
        try {
            one.associate(data);
            registerFunctions();
            switch (constructors) {
                case ENTRIES -> one.runConstructors(this::runAlone);
                case SYMBOLS -> call(one.image(), Moment.LOADED);
            }
            whole = true;
        } finally {
            if (!whole) {
                unload(library);
            }
        }
    }

    private void registerFunctions() {
        functions.register(loaded.values().stream().map(LoadedLibrary::image).toList());
    }

    /// Runs the destructors of `library`, if its image is loaded.
    public void runDestructors(HostLibrary library) {
        LoadedLibrary one = loaded.get(library.descriptor());
        if (one != null) {
            switch (constructors) {
                case ENTRIES -> one.runDestructors(this::runAlone);
                case SYMBOLS -> call(one.image(), Moment.UNLOADED);
            }
        }
    }

    private void call(LoadedImage image, Moment moment) {
        new GlobalConstructors(image.image().program(), image.program(), channel)
                .call(moment, this::runAlone);
    }

    /// Runs a kernel without arguments in one thread.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, initLibrary, and rtl.cpp,
    ///   UnregisterLib: constructors and destructors are target regions of one thread"
    private void runAlone(LoadedKernel kernel) {
        launcher.launch(kernel, List.of(), ONE_THREAD, LaunchEnvironmentPosition.NOWHERE);
    }

    /// Unmaps the variables of `library`, unloads its image and removes both. Images of `library`
    /// that were assigned for another library and are not loaded yet are removed too.
    public void discard(HostLibrary library) {
        filed.remove(library.descriptor());
        filed.values()
                .removeIf(other ->
                        library.images().contains(other.image())
                                && !loaded.containsKey(other.library().descriptor()));
        unload(library);
    }

    /// Unloads the image of `library`. Variables that other libraries declare as well are mapped to
    /// the images of those.
    private void unload(HostLibrary library) {
        LoadedLibrary one = loaded.remove(library.descriptor());
        if (one != null) {
            one.dissociate(data);
            try {
                registerFunctions();
            } finally {
                one.image().close();
                loaded.values().forEach(other -> other.associate(data));
            }
        }
    }

    /// Rejects `arguments` that refer to a variable that its library's image does not define.
    public void requireDefined(List<MapArgument> arguments, String source) {
        loaded.values().forEach(one -> one.requireDefined(arguments, source));
    }

    @Override
    public void close() {
        loaded.values().forEach(one -> one.image().close());
        channel.close();
    }
}
