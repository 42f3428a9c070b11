package org.offloadtck.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.object.offload.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.DeviceConstructors;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.image.DeviceEntry;
import org.offloadtck.runtime.image.FunctionMap;
import org.offloadtck.runtime.image.ImageLoader;
import org.offloadtck.runtime.image.LifetimeFunctions;
import org.offloadtck.runtime.image.LifetimeFunctions.Moment;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.indirect.DeviceFunction;
import org.offloadtck.runtime.launch.EnvironmentPlace;
import org.offloadtck.runtime.launch.KernelLauncher;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.mapping.DeviceChannel;
import org.offloadtck.runtime.mapping.Lookup;
import org.offloadtck.runtime.mapping.MapArgument;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostImage;
import org.offloadtck.runtime.registration.HostLibrary;

/// A device as the runtime uses it: with its data environment, the images filed with it, and those
/// of them that are loaded.
final class TargetDevice implements AutoCloseable {

    private static final LaunchClauses ONE_THREAD = new LaunchClauses(1, 1, 0, 0);

    private final DeviceChannel channel;
    private final DataEnvironment data;
    private final KernelLauncher launcher;
    private final ImageLoader loader;
    private final DeviceConstructors constructors;
    private final FunctionMap functions;
    private final Map<Long, Filed> filed = new LinkedHashMap<>();
    private final Map<Long, Loaded> loaded = new LinkedHashMap<>();

    /// The image this device is to load for a library.
    private record Filed(HostLibrary library, HostImage image) {}

    /// What is on the device of a library.
    ///
    /// @param variables host addresses of those that were not mapped before
    private record Loaded(LoadedImage image, List<Long> variables) {}

    TargetDevice(HostMemory host, AbiProfile profile, Device device, int number, int count) {
        this.channel = new DeviceChannel(device);
        this.data = new DataEnvironment(host, channel, profile.dataMapping());
        this.launcher = new KernelLauncher(host, data, channel);
        this.loader = new ImageLoader(profile, channel, number, count);
        this.constructors = profile.compilation().deviceConstructors();
        this.functions = new FunctionMap(profile, channel);
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

    /// Where constructs of this device go that are not waited for.
    DetachedConstructs detached() {
        return new DetachedConstructs(channel, data, launcher);
    }

    String id() {
        return channel.device().description().id();
    }

    boolean hasImages() {
        return !filed.isEmpty();
    }

    /// The image of `library` that is loaded here.
    Optional<LoadedImage> image(HostLibrary library) {
        return Optional.ofNullable(loaded.get(library.descriptor())).map(Loaded::image);
    }

    /// Notes that `image` is to be loaded for `library`.
    void file(HostLibrary library, HostImage image) {
        filed.put(library.descriptor(), new Filed(library, image));
    }

    /// Loads what is filed and not loaded yet, library by library in the order of registration,
    /// each as a whole or not at all.
    void loadPending() {
        for (Filed one : List.copyOf(filed.values())) {
            if (!loaded.containsKey(one.library().descriptor())) {
                load(one.library(), one.image());
            }
        }
    }

    /// Loads `image` for `library`, maps the library's variables and runs its constructors.
    private void load(HostLibrary library, HostImage image) {
        var variables = new ArrayList<Long>();
        loaded.put(
                library.descriptor(), new Loaded(loader.load(image, library.entries()), variables));
        boolean whole = false;
        try {
            associate(library, variables);
            registerFunctions();
            runConstructors(library);
            whole = true;
        } finally {
            if (!whole) {
                unload(library);
            }
        }
    }

    /// Fortran's common blocks, and variables that several libraries declare, are those of the
    /// image that was first.
    private void associate(HostLibrary library, List<Long> variables) {
        List<DeviceEntry> entries = image(library).orElseThrow().entries();
        for (int index = 0; index < entries.size(); index++) {
            long address = library.entries().get(index).fields().address();
            counterpart(entries.get(index))
                    .filter(memory -> data.lookup(address, memory.size()) instanceof Lookup.Absent)
                    .ifPresent(memory -> {
                        data.associate(address, memory);
                        variables.add(address);
                    });
        }
    }

    private void runConstructors(HostLibrary library) {
        switch (constructors) {
            case ENTRIES -> run(library, OpenmpEntryFlag.CTOR, library.entries());
            case SYMBOLS -> call(library, Moment.LOADED);
        }
    }

    /// What stands on the device for the host storage of an entry.
    private static Optional<DeviceMemory> counterpart(DeviceEntry entry) {
        return switch (entry) {
            case DeviceEntry.Variable(var memory) -> Optional.of(memory);
            case DeviceEntry.IndirectFunction(var function, long bytes) ->
                    Optional.of(new DeviceFunction(function.device(), bytes));
            case DeviceEntry.Region _,
                    DeviceEntry.FunctionPlaces _,
                    DeviceEntry.Directive _,
                    DeviceEntry.Missing _ ->
                    Optional.empty();
        };
    }

    private void registerFunctions() {
        functions.register(loaded.values().stream().map(Loaded::image).toList());
    }

    /// Runs the destructors of `library`, last entry first, if its image is loaded.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/rtl.cpp, registerGlobalCtorsDtorsForImage:
    ///   destructors are pushed to the front"
    void runDestructors(HostLibrary library) {
        if (loaded.containsKey(library.descriptor())) {
            switch (constructors) {
                case ENTRIES -> run(library, OpenmpEntryFlag.DTOR, library.entries().reversed());
                case SYMBOLS -> call(library, Moment.UNLOADED);
            }
        }
    }

    private void call(HostLibrary library, Moment moment) {
        LoadedImage image = image(library).orElseThrow();
        new LifetimeFunctions(image.image().program(), image.program(), channel)
                .call(moment, this::runAlone);
    }

    /// Unmaps the variables of `library`, unloads its image and forgets both; images of `library`
    /// that wait to be loaded for another are no more.
    void discard(HostLibrary library) {
        filed.remove(library.descriptor());
        filed.values()
                .removeIf(other ->
                        library.images().contains(other.image())
                                && !loaded.containsKey(other.library().descriptor()));
        unload(library);
    }

    private void unload(HostLibrary library) {
        Loaded one = loaded.remove(library.descriptor());
        if (one != null) {
            one.variables().forEach(data::dissociate);
            registerFunctions();
            one.image().close();
            handOver();
        }
    }

    /// Variables that libraries share go over to the next one.
    private void handOver() {
        for (Filed other : filed.values()) {
            Loaded heir = loaded.get(other.library().descriptor());
            if (heir != null) {
                associate(other.library(), heir.variables());
            }
        }
    }

    /// Refuses `arguments` that name a variable for which the image of its library has nothing.
    void requireDefined(List<MapArgument> arguments, String source) {
        for (Filed one : filed.values()) {
            image(one.library()).ifPresent(found -> requireDefined(one, found, arguments, source));
        }
    }

    private static void requireDefined(
            Filed one, LoadedImage image, List<MapArgument> arguments, String source) {
        for (int index = 0; index < image.entries().size(); index++) {
            HostEntry entry = one.library().entries().get(index);
            if (image.entries().get(index) instanceof DeviceEntry.Missing(var name)
                    && arguments.stream().anyMatch(argument -> isOf(entry, argument))) {
                throw new OffloadException(
                        source,
                        entry.fields().address(),
                        RuntimeRule.SYMBOL_DEFINED,
                        "the image defines no variable " + name);
            }
        }
    }

    private static boolean isOf(HostEntry entry, MapArgument argument) {
        return !argument.has(MapType.LITERAL)
                && Long.compareUnsigned(
                                argument.begin() - entry.fields().address(), entry.fields().size())
                        < 0;
    }

    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, initLibrary, and rtl.cpp,
    ///   UnregisterLib: constructors and destructors are target regions of one thread"
    private void run(HostLibrary library, OpenmpEntryFlag kind, List<HostEntry> order) {
        List<DeviceEntry> entries = image(library).orElseThrow().entries();
        for (HostEntry entry : order) {
            if (entry.isRegion()
                    && entry.has(kind)
                    && entries.get(library.entries().indexOf(entry))
                            instanceof DeviceEntry.Region(var kernel)) {
                runAlone(kernel);
            }
        }
    }

    /// Runs a kernel without arguments in one thread.
    private void runAlone(LoadedKernel kernel) {
        launcher.launch(kernel, List.of(), ONE_THREAD, EnvironmentPlace.NOWHERE);
    }

    @Override
    public void close() {
        loaded.values().forEach(one -> one.image().close());
        channel.close();
    }
}
