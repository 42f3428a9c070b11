package org.offloadtck.emulation.resource;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.kernel.KernelSettings;
import org.offloadtck.engine.load.LoadedModule;
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
    private final LoadedModule image;
    private final long bytes;
    private final Map<String, Executable> executables = new HashMap<>();
    private final Map<String, KernelFunction> functions = new LinkedHashMap<>();

    /// @param bytes of device memory that its variables use
    public EmulatedModule(
            long handle, EmulatedContext context, PtxModule text, LoadedModule image, long bytes) {
        this.handle = handle;
        this.context = context;
        this.text = text;
        this.image = image;
        this.bytes = bytes;
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

    public LoadedModule image() {
        return image;
    }

    /// The program to launch a kernel of the module with.
    ///
    /// @param program of the image, or one that it is joined in
    /// @param timing of `program`
    public record Executable(LoadedProgram program, TimingModel timing) {}

    /// The program to launch a kernel with, which has the functions of all modules of the context
    /// that the kernel may call.
    public synchronized Executable executable(DecodedFunction kernel) {
        var program = context.images().executable(image, kernel);
        var known =
                executables.values().stream()
                        .filter(each -> each.program() == program)
                        .findFirst()
                        .orElseGet(() -> timed(program));
        executables.put(kernel.name(), known);
        return known;
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
                .orElseGet(() -> new KernelFunction(0, this, kernel.name(), new KernelSettings()));
    }

    public synchronized void add(KernelFunction function) {
        functions.put(function.name(), function);
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
