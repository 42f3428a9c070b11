package org.offloadtck.plugin.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The installed assembler and linker of a target.
public record ImageToolchain(TargetId target, DeviceAssembler assembler, DeviceLinker linker) {

    /// The first assembler and the first linker of the target that `ServiceLoader` finds; empty if
    /// one of them is missing.
    public static Optional<ImageToolchain> installed(TargetId target) {
        var assembler = installed(DeviceAssembler.class, each -> each.assembles(target));
        var linker = installed(DeviceLinker.class, each -> each.links(target));
        return assembler.flatMap(
                found -> linker.map(link -> new ImageToolchain(target, found, link)));
    }

    private static <T> Optional<T> installed(Class<T> service, Predicate<T> suits) {
        Stream<T> providers = ServiceLoader.load(service).stream().map(ServiceLoader.Provider::get);
        return providers.filter(suits).findFirst();
    }

    /// Assembles and links one module.
    ///
    /// @param source names the module in diagnostics
    /// @throws DeviceLinkException for text that is malformed or uses undefined symbols
    public ProgramImage build(String source, String text) {
        var bytes = MemorySegment.ofArray(text.getBytes(UTF_8));
        var object = assembler.assemble(target, new DeviceLinker.Input(source, bytes));
        var image = linker.link(target, List.of(new DeviceLinker.Input(source, object)));
        return new ProgramImage(source, target, image);
    }
}
