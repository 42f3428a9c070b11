package org.offloadtck.offload.protocol;

import java.util.function.Consumer;
import org.offloadtck.offload.protocol.ToolReport.Kind;
import org.offloadtck.offload.protocol.ToolReport.Phase;
import org.offloadtck.offload.protocol.ToolReport.Place;
import org.offloadtck.runtime.memory.DeviceTool;
import org.offloadtck.runtime.memory.TargetOperation;

/// Turns what happens on a device into reports to the tool of the process.
public final class ToolReporter implements DeviceTool {

    private final Consumer<ToolReport> process;
    private final int device;
    private final int host;
    private final String type;
    private boolean initialized;

    /// @param process is told
    /// @param device number of the device
    /// @param host number of the host
    /// @param type the kind of the device: `sm_75`
    public ToolReporter(Consumer<ToolReport> process, int device, int host, String type) {
        this.process = process;
        this.device = device;
        this.host = host;
        this.type = type;
    }

    /// A device is initialized before its first image is loaded.
    @Override
    public void loaded(long image, long bytes) {
        if (!initialized) {
            initialized = true;
            tell(Kind.INITIALIZE, Phase.END, Place.NONE, onDevice(0), 0, type);
        }
        tell(Kind.LOAD, Phase.END, onHost(image), onDevice(0), bytes, "");
    }

    @Override
    public void began(TargetOperation operation) {
        report(Phase.BEGIN, operation);
    }

    @Override
    public void ended(TargetOperation operation) {
        report(Phase.END, operation);
    }

    private void report(Phase phase, TargetOperation operation) {
        switch (operation) {
            case TargetOperation.Allocation(long at, long to, long bytes) ->
                    tell(Kind.ALLOCATE, phase, onHost(at), onDevice(to), bytes, "");
            case TargetOperation.CopyToDevice(long at, long to, long bytes) ->
                    tell(Kind.COPY_TO_DEVICE, phase, onHost(at), onDevice(to), bytes, "");
            case TargetOperation.CopyFromDevice(long to, long at, long bytes) ->
                    tell(Kind.COPY_FROM_DEVICE, phase, onDevice(at), onHost(to), bytes, "");
            case TargetOperation.Deletion(long at) ->
                    tell(Kind.DELETE, phase, onDevice(at), Place.NONE, 0, "");
            case TargetOperation.Submission(int teams) ->
                    tell(Kind.SUBMIT, phase, Place.NONE, onDevice(0), teams, "");
        }
    }

    private void tell(Kind kind, Phase phase, Place from, Place to, long bytes, String text) {
        process.accept(new ToolReport(kind, phase, from, to, bytes, text));
    }

    private Place onHost(long address) {
        return new Place(address, host);
    }

    private Place onDevice(long address) {
        return new Place(address, device);
    }
}
