package org.offloadtck.linker;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// A device linker for one triple whose image records its inputs: the target, then the inputs one
/// after another.
public record RecordingLinker(String triple) implements DeviceLinker {

    @Override
    public boolean links(TargetId target) {
        return target.triple().equals(triple);
    }

    @Override
    public MemorySegment link(TargetId target, List<Input> inputs) {
        var image = new ByteArrayOutputStream();
        image.writeBytes(target.toString().getBytes(UTF_8));
        inputs.forEach(input -> image.writeBytes(input.bytes().toArray(JAVA_BYTE)));
        return MemorySegment.ofArray(image.toByteArray());
    }
}
