package org.offloadtck.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.offloadtck.plugin.DeviceLinker.Input;
import org.offloadtck.plugin.ProgramImage;
import org.offloadtck.plugin.TargetId;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Modules and images made of PTX text.
final class Samples {

    static final TargetId SM_75 = PtxTarget.of(75);

    private Samples() {}

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
    static ProgramImage image(String source, TargetId target, String ptx) {
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
