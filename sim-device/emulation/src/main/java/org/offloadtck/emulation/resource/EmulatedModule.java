package org.offloadtck.emulation.resource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.kernel.KernelSettings;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.timing.replay.TimingModel;

/// A loaded module of a context.
///
/// Thread-safe: its monitor guards the kernels, which launches of kernels read.
public final class EmulatedModule implements Resource {

    private final long handle;
    private final EmulatedContext context;
    private final PtxModule text;
    private final LoadedProgram image;
    private final long bytes;
    private final Executable own;
    private Executable latest;
    private final Map<String, KernelFunction> functions = new LinkedHashMap<>();

    /// @param bytes of device memory that its variables use
    public EmulatedModule(
            long handle, EmulatedContext context, PtxModule text, LoadedProgram image, long bytes) {
        this.handle = handle;
        this.context = context;
        this.text = text;
        this.image = image;
        this.bytes = bytes;
        this.own = timed(image);
        this.latest = own;
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedContext context() {
        return context;
    }

    public PtxModule text() {
        return text;
    }

    public LoadedProgram image() {
        return image;
    }

    /// The program to launch a kernel of the module with.
    ///
    /// @param program the image, or a program that it is joined in
    /// @param timing of `program`
    public record Executable(LoadedProgram program, TimingModel timing) {}

    /// The program to launch a kernel with, which has the functions of all modules of the context
    /// that the kernel may call.
    public synchronized Executable executable(DecodedFunction kernel) {
        var program = context.images().executable(image, kernel);
        if (program == image) {
            return own;
        }
        if (latest.program() != program) {
            latest = timed(program);
        }
        return latest;
    }

    private Executable timed(LoadedProgram program) {
        return new Executable(program, TimingModel.of(program, context.device().timed()));
    }

    public long bytes() {
        return bytes;
    }

    /// The kernels that the program has looked up.
    public synchronized List<KernelFunction> functions() {
        return List.copyOf(functions.values());
    }

    public synchronized Optional<KernelFunction> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    /// A kernel that a kernel launches: with the attributes that the program has set, if it has
    /// looked the kernel up.
    public KernelFunction child(DecodedFunction kernel) {
        return function(kernel.name())
                .orElseGet(() -> new KernelFunction(0, this, kernel, new KernelSettings()));
    }

    public synchronized void add(KernelFunction function) {
        functions.put(function.name(), function);
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
