package org.offloadtck.sim.container;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.plugin.image.DeviceLinker.Input;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// Modules and images made of PTX text.
public final class ContainerSamples {

    static final TargetId SM_75 = PtxTargetId.of(75);

    private ContainerSamples() {}

    static Input text(String source, String ptx) {
        return new Input(source, MemorySegment.ofArray(ptx.getBytes(UTF_8)));
    }

    /// A relocatable container of a module for sm_75.
    static Input object(String source, String ptx) {
        return object(source, SM_75, ptx);
    }

    private static Input object(String source, TargetId target, String ptx) {
        return new Input(source, new PtxAssembler().assemble(target, text(source, ptx)));
    }

    /// A linked image.
    public static ProgramImage image(String source, TargetId target, String ptx) {
        var objects = List.of(object(source, target, ptx));
        return new ProgramImage(source, target, new PtxImageLinker().link(target, objects));
    }

    /// A module for sm_75 with these lines after its head.
    static String module(String body) {
        return """
        .version 6.4
        .target sm_75
        .address_size 64
        """
                + body;
    }
}
