package org.offloadtck.scenario;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.plugin.DeviceLinker;
import org.offloadtck.plugin.TargetId;

/// Links by putting the images one after another: for scenarios about what is linked, not how.
record JoiningDeviceLinker(String triple) implements DeviceLinker {

    @Override
    public boolean links(TargetId target) {
        return target.triple().equals(triple);
    }

    @Override
    public MemorySegment link(TargetId target, List<Input> inputs) {
        var joined = new ByteArrayOutputStream();
        inputs.forEach(input -> joined.writeBytes(input.bytes().toArray(JAVA_BYTE)));
        return MemorySegment.ofArray(joined.toByteArray());
    }
}
