package org.offloadtck.runtime.fake;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Program;

/// The content of an image of a [FakeDevice].
///
/// @param source the image's bytes as text, which identifies it
/// @param functions addresses by name
public record FakeProgram(
        String source,
        Map<String, Body> kernels,
        Map<String, byte[]> globals,
        Map<String, Long> functions) {

    /// A kernel.
    @FunctionalInterface
    public interface Body {
        /// Executes a launch.
        ///
        /// @param memory reads and writes device memory by address
        /// @param arguments parameter by parameter, 64 bits each
        void run(Memory memory, LaunchSize size, List<Long> arguments);
    }

    /// Device memory as a kernel sees it.
    @FunctionalInterface
    public interface Memory {
        MemorySegment at(long address, long size);
    }

    public static FakeProgram named(String source) {
        return new FakeProgram(source, Map.of(), Map.of(), Map.of());
    }

    public FakeProgram kernel(String name, Body body) {
        var more = new LinkedHashMap<>(kernels);
        more.put(name, body);
        return new FakeProgram(source, more, globals, functions);
    }

    public FakeProgram global(String name, byte... initial) {
        var more = new LinkedHashMap<>(globals);
        more.put(name, initial);
        return new FakeProgram(source, kernels, more, functions);
    }

    public FakeProgram function(String name, long address) {
        var more = new LinkedHashMap<>(functions);
        more.put(name, address);
        return new FakeProgram(source, kernels, globals, more);
    }

    record Loaded(FakeProgram program, Map<String, FakeMemory> memories) implements Program {

        @Override
        public Optional<Kernel> kernel(String name) {
            return Optional.ofNullable(program.kernels().get(name))
                    .map(body -> new FakeKernel(name, body));
        }

        @Override
        public Optional<DeviceMemory> global(String name) {
            return Optional.ofNullable(memories.get(name));
        }

        @Override
        public Optional<Long> functionAddress(String name) {
            return Optional.ofNullable(program.functions().get(name));
        }

        @Override
        public void close() {
            memories.values().forEach(FakeMemory::close);
        }
    }

    record FakeKernel(String name, Body body) implements Kernel {

        @Override
        public int maxGroupSize() {
            return 512;
        }
    }
}
