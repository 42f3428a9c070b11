package org.offloadtck.scenario.wrapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.elf.ElfObject;

/// The images of a scenario and the options with which they are wrapped.
public final class WrappedImages {

    private List<LinkedImage> images = List.of();
    private Optional<WrapperOptions> wrapping = Optional.empty();
    private Optional<ElfObject> object = Optional.empty();
    private final List<ElfObject> beside = new ArrayList<>();

    void use(List<LinkedImage> given, WrapperOptions how) {
        images = List.copyOf(given);
        wrapping = Optional.of(how);
        object = Optional.empty();
    }

    /// Keeps the wrapper object for a program with several.
    void keep() {
        beside.add(object());
    }

    /// All wrapper objects of the scenario, in the order of their creation.
    List<ElfObject> objects() {
        var objects = new ArrayList<>(beside);
        objects.add(object());
        return objects;
    }

    List<LinkedImage> images() {
        return images;
    }

    WrapperOptions wrapping() {
        return wrapping.orElseThrow(
                () -> new IllegalStateException("no step names the images to wrap"));
    }

    /// The wrapper object, created at the first call.
    ElfObject object() {
        if (object.isEmpty()) {
            object = Optional.of(new WrapperObject(images, wrapping()).elf());
        }
        return object.get();
    }

    /// The text of the module from which the object is generated.
    String text() {
        return new WrapperObject(images, wrapping()).moduleText();
    }
}
