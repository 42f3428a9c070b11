package org.offloadtck.implementation.frontend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinker;

/// Makes an embeddable object of device code that a real compiler's back end wrote.
///
/// Requirements: DC-16, FO-12.
///
/// @param assemblers the first that accepts a target assembles for it
/// @param corpus returns the bytes of a corpus file
public record DeviceCompiler(List<DeviceAssembler> assemblers, Function<String, byte[]> corpus) {

    public DeviceCompiler {
        assemblers = List.copyOf(assemblers);
    }

    /// Creates a compiler with the assemblers that `ServiceLoader` finds, in class path order.
    public static DeviceCompiler installed(Function<String, byte[]> corpus) {
        var assemblers =
                ServiceLoader.load(DeviceAssembler.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
        return new DeviceCompiler(assemblers, corpus);
    }

    /// The object of `code`; empty if no assembler accepts its target. Source is returned
    /// unchanged.
    ///
    /// @throws org.offloadtck.plugin.image.DeviceLinkException if the text is not well-formed
    Optional<DeviceObject> compile(DeviceCode code) {
        byte[] text = corpus.apply(code.file());
        if (code.optimization().equals(DeviceCode.SOURCE)) {
            var source = ObjectBytes.of(code.file(), text);
            return Optional.of(new DeviceObject(code.target(), ImageKind.NONE, source));
        }
        return assemblers.stream()
                .filter(assembler -> assembler.assembles(code.target()))
                .findFirst()
                .map(assembler -> assemble(code, text, assembler));
    }

    private static DeviceObject assemble(DeviceCode code, byte[] text, DeviceAssembler assembler) {
        var input = new DeviceLinker.Input(code.file(), MemorySegment.ofArray(text));
        var object = assembler.assemble(code.target(), input).toArray(JAVA_BYTE);
        return new DeviceObject(
                code.target(), ImageKind.OBJECT, ObjectBytes.of(code.file() + ".o", object));
    }
}
