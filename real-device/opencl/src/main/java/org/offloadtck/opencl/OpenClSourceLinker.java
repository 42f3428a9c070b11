package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// Joins OpenCL C sources into one: their concatenation, which is how OpenCL itself treats the
/// strings given to `clCreateProgramWithSource`. `#line` directives keep diagnostics pointing into
/// the inputs.
public final class OpenClSourceLinker implements DeviceLinker {

    /// OpenCL C source for any OpenCL device. Ours: LLVM has no triple for source text.
    static final TargetId TARGET = new TargetId("opencl-c", "");

    @Override
    public boolean links(TargetId target) {
        return target.equals(TARGET);
    }

    @Override
    public MemorySegment link(TargetId target, List<Input> inputs) {
        if (inputs.size() == 1) {
            text(inputs.getFirst());
            return inputs.getFirst().bytes();
        }
        var joined = new StringBuilder();
        for (var input : inputs) {
            joined.append("#line 1 \"").append(input.source().replace('"', '\'')).append("\"\n");
            joined.append(text(input)).append('\n');
        }
        return MemorySegment.ofArray(joined.toString().getBytes(UTF_8)).asReadOnly();
    }

    private static String text(Input input) {
        var bytes = input.bytes().toArray(ValueLayout.JAVA_BYTE);
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw new DeviceLinkException(
                    input.source(), "text", "is not UTF-8 when it should be OpenCL C source");
        }
    }
}
