package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.table.Mapping;

/// A program of six libraries and a model of its runtime: which libraries are registered and
/// loaded, in which order, and which one owns the shared variable.
final class LibraryRegistrationModel {

    static final List<Library> LIBRARIES =
            List.of(
                    new Library("plain", Fault.NONE),
                    new Library("other", Fault.NONE),
                    new Library("wrong size", Fault.AT_LOADING),
                    new Library("missing symbol", Fault.AT_LOADING),
                    new Library("failing constructor", Fault.AT_LOADING),
                    new Library("no address", Fault.AT_REGISTRATION));

    enum Fault {
        NONE,
        AT_LOADING,
        AT_REGISTRATION
    }

    enum Loading {
        AT_REGISTRATION,
        BY_CONSTRUCTS
    }

    record Library(String name, Fault fault) {}

    record Step(Kind kind, int library) {

        enum Kind {
            OPEN,
            CLOSE,
            CONSTRUCT
        }
    }

    final FakeDevice device =
            FakeDevice.with(LIBRARIES.stream().map(LibraryRegistrationModel::image).toList());
    final RuntimeProgram program;
    private final boolean isEager;
    private final List<Long> descriptors = new ArrayList<>();
    private final List<Integer> registered = new ArrayList<>();
    private final List<Integer> loaded = new ArrayList<>();
    private final long shared;
    private final Map<Integer, Long> own = new LinkedHashMap<>();
    private int owner = -1;

    LibraryRegistrationModel(String profile, Loading loading) {
        isEager = loading == Loading.AT_REGISTRATION || profile.equals("documented");
        program =
                switch (loading) {
                    case AT_REGISTRATION -> new RuntimeProgram(profile, device);
                    case BY_CONSTRUCTS ->
                            RuntimeProgram.mandatoryLoadingAsTheEdition(profile, device);
                };
        shared = program.host.store("shared", (byte) 0);
        for (int library = 0; library < LIBRARIES.size(); library++) {
            descriptors.add(layOut(library));
        }
    }

    private static FakeProgram image(Library library) {
        FakeProgram image = FakeProgram.named(library.name()).global("shared", (byte) 7);
        return switch (library.name()) {
            case "wrong size" -> image.global("own", (byte) 1, (byte) 2);
            case "missing symbol" -> image;
            case "failing constructor" ->
                    image.global("own", (byte) 1)
                            .kernel(
                                    "init",
                                    (_, _, _) -> {
                                        throw new DeviceException(
                                                "fake:0", "launch", DeviceError.KERNEL_FAULT, "it");
                                    });
            default -> image.global("own", (byte) 1);
        };
    }

    private long layOut(int library) {
        String name = LIBRARIES.get(library).name();
        program.host.beginLibrary(name);
        var layout = program.host.layout();
        layout.declared("shared", shared, 1);
        own.put(library, layout.variable("own", new byte[1]));
        if (name.equals("failing constructor")) {
            layout.region("init", OpenmpEntryFlag.CTOR);
        }
        layout.image(RuntimeProgram.TARGET, FakeDevice.image(name));
        long descriptor = layout.descriptor();
        if (name.equals("no address")) {
            long second = program.memory.i64(descriptor + 16, "HostEntriesBegin") + 32;
            program.memory.putI64(second, 0, "addr");
        }
        return descriptor;
    }

    /// Executes a step.
    ///
    /// @return whether it was legal
    boolean take(Step step) {
        try {
            switch (step.kind()) {
                case OPEN -> program.runtime.registerLibrary(descriptors.get(step.library()));
                case CLOSE -> program.runtime.unregisterLibrary(descriptors.get(step.library()));
                case CONSTRUCT -> program.runtime.targetDataBegin(0, List.of());
            }
            return true;
        } catch (OffloadException | DeviceException _) {
            return false;
        }
    }

    /// The expected effect of a step.
    ///
    /// @return whether it should be legal
    boolean model(Step step) {
        return switch (step.kind()) {
            case OPEN -> open(step.library());
            case CLOSE -> close(step.library());
            case CONSTRUCT -> !registered.isEmpty() && loadPending();
        };
    }

    private boolean open(int library) {
        Fault fault = LIBRARIES.get(library).fault();
        if (registered.contains(library)
                || fault == Fault.AT_REGISTRATION
                || (isEager && fault == Fault.AT_LOADING)) {
            return false;
        }
        registered.add(library);
        return !isEager || loadPending();
    }

    private boolean close(int library) {
        if (!registered.removeIf(open -> open == library)) {
            return false;
        }
        if (loaded.removeIf(present -> present == library) && owner == library) {
            owner = loaded.isEmpty() ? -1 : loaded.getFirst();
        }
        return true;
    }

    private boolean loadPending() {
        for (int library : registered) {
            if (!loaded.contains(library)) {
                if (LIBRARIES.get(library).fault() != Fault.NONE) {
                    return false;
                }
                loaded.add(library);
                owner = owner < 0 ? library : owner;
            }
        }
        return true;
    }

    void compare() {
        assertThat(program.runtime.libraries())
                .extracting(HostLibrary::descriptor)
                .isEqualTo(registered.stream().map(descriptors::get).toList());
        var mapped = new ArrayList<>(loaded.stream().map(own::get).toList());
        if (owner >= 0) {
            mapped.add(shared);
        }
        assertThat(program.runtime.dataEnvironment(0).mappings())
                .extracting(Mapping::begin)
                .containsExactlyInAnyOrderElementsOf(mapped);
        for (HostLibrary library : program.runtime.libraries()) {
            int number = descriptors.indexOf(library.descriptor());
            assertThat(program.runtime.loadedImage(library, 0).isPresent())
                    .isEqualTo(loaded.contains(number));
        }
    }

    /// Closes the open libraries in reverse order.
    void closeAll() {
        program.runtime
                .libraries()
                .reversed()
                .forEach(library -> program.runtime.unregisterLibrary(library.descriptor()));
    }
}
