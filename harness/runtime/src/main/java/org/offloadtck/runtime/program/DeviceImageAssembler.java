package org.offloadtck.runtime.program;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// Makes device images of device code as text, with the assemblers and linkers that are installed.
public final class DeviceImageAssembler {

    private DeviceImageAssembler() {}

    /// The linked image of `text`; empty if no linker for `target` is installed. Where a target has
    /// no assembler, the text is what is linked.
    ///
    /// @param source names the text in diagnostics
    /// @throws DeviceLinkException for text that is not well-formed
    public static Optional<byte[]> assemble(String source, TargetId target, String text) {
        return installed(DeviceLinker.class, linker -> linker.links(target))
                .map(linker -> linker.link(target, List.of(object(source, target, text))))
                .map(image -> image.toArray(JAVA_BYTE));
    }

    private static DeviceLinker.Input object(String source, TargetId target, String text) {
        var input = new DeviceLinker.Input(source, MemorySegment.ofArray(text.getBytes(UTF_8)));
        return installed(DeviceAssembler.class, assembler -> assembler.assembles(target))
                .map(assembler -> assembler.assemble(target, input))
                .map(object -> new DeviceLinker.Input(source, object))
                .orElse(input);
    }

    private static <S> Optional<S> installed(Class<S> service, Predicate<S> fits) {
        return ServiceLoader.load(service).stream()
                .map(ServiceLoader.Provider::get)
                .filter(fits)
                .findFirst();
    }
}
