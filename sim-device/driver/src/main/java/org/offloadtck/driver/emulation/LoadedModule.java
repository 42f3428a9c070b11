package org.offloadtck.driver.emulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.timing.TimingModel;

/// A module in a context.
final class LoadedModule implements Resource {

    private final long handle;
    private final Context context;
    private final PtxModule text;
    private final DeviceImage image;
    private final long bytes;
    private final TimingModel timing;
    private final Map<String, KernelFunction> functions = new LinkedHashMap<>();

    /// @param bytes of device memory it takes
    LoadedModule(long handle, Context context, PtxModule text, DeviceImage image, long bytes) {
        this.handle = handle;
        this.context = context;
        this.text = text;
        this.image = image;
        this.bytes = bytes;
        this.timing = TimingModel.of(image, context.gpu().spec());
    }

    @Override
    public long handle() {
        return handle;
    }

    Context context() {
        return context;
    }

    PtxModule text() {
        return text;
    }

    DeviceImage image() {
        return image;
    }

    TimingModel timing() {
        return timing;
    }

    long bytes() {
        return bytes;
    }

    /// The kernels that were looked up, each once.
    Iterable<KernelFunction> functions() {
        return functions.values();
    }

    Optional<KernelFunction> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    void add(KernelFunction function) {
        functions.put(function.name(), function);
    }

    @Override
    public boolean belongsTo(Context other) {
        return context == other;
    }
}
