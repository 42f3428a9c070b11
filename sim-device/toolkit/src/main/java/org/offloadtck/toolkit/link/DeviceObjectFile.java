package org.offloadtck.toolkit.link;

import java.util.stream.Stream;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.ContainerSymbol.Linkage;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.plugin.image.DeviceLinker.Input;

/// A device container as input of a link.
///
/// @param file its bytes with its name in diagnostics: `b.cubin`, `libx.a(b.o)`
public record DeviceObjectFile(ObjectBytes file, DeviceContainer container) {

    /// Parses a container.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the bytes are not a
    ///   container
    public static DeviceObjectFile parse(ObjectBytes file) {
        return new DeviceObjectFile(file, DeviceContainer.parse(file));
    }

    String source() {
        return file.source();
    }

    /// The symbols that it defines for other objects.
    Stream<ContainerSymbol> definitions() {
        return container.symbols().stream().filter(symbol -> symbol.linkage() != Linkage.UNDEFINED);
    }

    /// The symbols that it references in other objects.
    Stream<ContainerSymbol> references() {
        return container.symbols().stream().filter(symbol -> symbol.linkage() == Linkage.UNDEFINED);
    }

    Input input() {
        return new Input(source(), file.bytes());
    }
}
