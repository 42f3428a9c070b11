package org.offloadtck.runtime.image;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.DeviceChannel;

/// The constructors and destructors that an image names by symbols. The image has one constant per
/// function, with the function's address and a name that ends in its priority; and a kernel that
/// calls all functions between two pointers. PTX has no arrays that a linker concatenates, so the
/// runtime builds the array.
///
/// Requirement: RG-25.
///
/// @see "LLVM 19, offload/plugins-nextgen/cuda/src/rtl.cpp, callGlobalCtorDtorCommon; executed:
///   clang 19.1.7 on variables with constructors and destructors inside declare target"
public record GlobalConstructors(ProgramImage image, Program program, DeviceChannel channel) {

    private static final Pattern NAME = Pattern.compile(".*_([0-9]{1,5})");

    /// The event at which functions are called.
    public enum Moment {
        LOADED("init"),
        UNLOADED("fini");

        private final String word;

        Moment(String word) {
            this.word = word;
        }

        private String kernel() {
            return "nvptx$device$" + word;
        }

        private String prefix() {
            return "__" + word + "_array_object_";
        }

        private String bound(String which) {
            return "__" + word + "_array_" + which;
        }
    }

    /// A constant of the image and its priority.
    private record Function(String symbol, int priority) {}

    /// Builds the table of the functions of `moment`, in ascending priority, and launches the
    /// kernel that calls them. Does nothing if the image has none.
    ///
    /// @throws OffloadException if a name has no priority or a symbol is missing
    public void call(Moment moment, Consumer<LoadedKernel> launch) {
        Optional<Kernel> kernel = program.kernel(moment.kernel());
        List<Function> functions = kernel.isEmpty() ? List.of() : functions(moment);
        if (functions.isEmpty()) {
            return;
        }
        channel.require(Capability.RAW_ADDRESSES, "a table of device functions");
        MemorySegment table = MemorySegment.ofArray(new byte[functions.size() * Long.BYTES]);
        for (int index = 0; index < functions.size(); index++) {
            table.asSlice((long) index * Long.BYTES, Long.BYTES)
                    .copyFrom(channel.metadata(variable(functions.get(index).symbol())));
        }
        try (DeviceMemory copy = channel.allocate(table.byteSize())) {
            channel.setMetadata(copy, table);
            long begin = copy.address().orElseThrow();
            set(moment.bound("start"), begin);
            set(moment.bound("end"), begin + table.byteSize());
            launch.accept(new LoadedKernel(kernel.orElseThrow(), new KernelConfiguration.Plain()));
        }
    }

    private List<Function> functions(Moment moment) {
        return symbols().stream()
                .map(Symbol::name)
                .filter(name -> name.startsWith(moment.prefix()))
                .map(GlobalConstructors::function)
                .sorted(Comparator.comparingInt(Function::priority))
                .toList();
    }

    private List<Symbol> symbols() {
        try {
            return ElfObject.parse(ObjectBytes.of(image.source(), image.bytes())).symbols();
        } catch (MalformedObjectException fault) {
            throw broken("the image breaks the rule " + fault.rule());
        }
    }

    private static Function function(String symbol) {
        Matcher name = NAME.matcher(symbol);
        if (!name.matches()) {
            throw broken("%s does not end in a priority of up to five digits".formatted(symbol));
        }
        return new Function(symbol, Integer.parseInt(name.group(1)));
    }

    private void set(String symbol, long address) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Long.BYTES]);
        bytes.set(JAVA_LONG_UNALIGNED, 0, address);
        channel.setMetadata(variable(symbol), bytes);
    }

    private DeviceMemory variable(String symbol) {
        DeviceMemory found =
                program.global(symbol).orElseThrow(() -> broken("the image defines no " + symbol));
        if (found.size() != Long.BYTES) {
            throw broken("%s has %d bytes when it should have 8".formatted(symbol, found.size()));
        }
        return found;
    }

    private static OffloadException broken(String problem) {
        return new OffloadException("__tgt_register_lib", 0, RuntimeRule.IMAGE, problem);
    }
}
