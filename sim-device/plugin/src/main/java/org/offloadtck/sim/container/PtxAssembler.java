package org.offloadtck.sim.container;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.text.PtxParser;

/// Wraps PTX text in a relocatable device container. The text is not changed; the container lists
/// its symbols.
public final class PtxAssembler implements DeviceAssembler {

    @Override
    public boolean assembles(TargetId target) {
        return target.triple().equals(PtxTargetId.TRIPLE);
    }

    @Override
    public MemorySegment assemble(TargetId target, DeviceLinker.Input text) {
        var ptx = new String(text.bytes().toArray(JAVA_BYTE), UTF_8);
        var module = parse(text.source(), ptx);
        int sm = module.target().number();
        if (!target.arch().equals(module.target().architecture())) {
            throw new DeviceLinkException(
                    text.source(),
                    ".target",
                    "is %s when the image is for %s"
                            .formatted(module.target().architecture(), target.arch()));
        }
        return MemorySegment.ofArray(container(sm, ptx, module).write()).asReadOnly();
    }

    /// The object of a module.
    ///
    /// @param sm the architecture to assemble for
    /// @param ptx the text
    /// @param module the parsed text
    public static DeviceContainer container(int sm, String ptx, PtxModule module) {
        return new DeviceContainer(Form.RELOCATABLE, sm, ptx, ContainerSymbolTable.of(module));
    }

    private static PtxModule parse(String source, String ptx) {
        try {
            return PtxParser.parse(source, ptx);
        } catch (PtxSyntaxException malformed) {
            throw new DeviceLinkException(source, malformed.span().toString(), malformed.problem());
        }
    }
}
