package org.offloadtck.launch.simulate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.launch.simulate.KernelArgument.BufferName;
import org.offloadtck.launch.simulate.KernelArgument.Contents;
import org.offloadtck.launch.simulate.KernelArgument.FileContents;
import org.offloadtck.launch.simulate.KernelArgument.ScalarType;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Writes the arguments of a kernel into its parameter block, and allocates and fills its buffers.
final class ArgumentPlacer {

    private final DecodedFunction kernel;
    private final GlobalMemory memory;
    private final ByteBuffer block;
    private final List<ResultBuffer> buffers = new ArrayList<>();

    ArgumentPlacer(DecodedFunction kernel, GlobalMemory memory) {
        this.kernel = kernel;
        this.memory = memory;
        this.block = ByteBuffer.allocate(kernel.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Places all arguments, in the order of the parameters.
    ///
    /// @throws SimulationException if an argument does not fit its parameter
    void place(List<KernelArgument> arguments) {
        var parameters = parameters();
        if (arguments.size() != parameters.size()) {
            throw new SimulationException(
                    "there are %d arguments when kernel '%s' has %d parameters: %s"
                            .formatted(
                                    arguments.size(),
                                    kernel.name(),
                                    parameters.size(),
                                    described()));
        }
        for (int i = 0; i < arguments.size(); i++) {
            place(i, arguments.get(i));
        }
    }

    /// The parameter block.
    byte[] block() {
        return block.array();
    }

    /// The buffers, in the order of the arguments.
    List<ResultBuffer> buffers() {
        return buffers;
    }

    private List<Variable> parameters() {
        return kernel.function().signature().parameters();
    }

    /// `u32 n, f32 a, u64 x`
    private String described() {
        return String.join(", ", parameters().stream().map(p -> type(p) + " " + p.name()).toList());
    }

    private static String type(Variable parameter) {
        return isStructure(parameter)
                ? "%d bytes".formatted(parameter.size())
                : parameter.type().suffix();
    }

    private static boolean isStructure(Variable parameter) {
        return !parameter.dimensions().isEmpty();
    }

    private void place(int index, KernelArgument argument) {
        switch (argument) {
            case KernelArgument.Scalar scalar -> put(index, scalar);
            case KernelArgument.Structure(var contents) -> put(index, contents);
            case KernelArgument.Buffer buffer -> {
                var parameter = parameters().get(index);
                if (isStructure(parameter) || parameter.type().bits() != Long.SIZE) {
                    throw mismatch(index, "device memory", "takes no address");
                }
                put(index, allocate(index, buffer).address());
            }
        }
    }

    private SimulationException mismatch(int index, String argument, String expected) {
        var parameter = parameters().get(index);
        return new SimulationException(
                "argument %d is %s when '%s' %s (%s)"
                        .formatted(
                                index + 1, argument, parameter.name(), expected, type(parameter)));
    }

    private void put(int index, KernelArgument.Scalar scalar) {
        var parameter = parameters().get(index);
        var text = "'%s'".formatted(scalar.number().text());
        if (isStructure(parameter)) {
            throw mismatch(index, text, "is a structure, whose bytes file:FILE gives");
        }
        var type =
                switch (scalar.type()) {
                    case ScalarType.Stated(var stated) -> stated;
                    case ScalarType.OfParameter _ -> parameter.type();
                };
        if (type.bits() != parameter.type().bits()) {
            throw mismatch(
                    index,
                    "'%s:%s'".formatted(type.suffix(), scalar.number().text()),
                    "has %d bits".formatted(parameter.type().bits()));
        }
        var bits = scalar.number().bits(type);
        if (bits.isEmpty()) {
            throw mismatch(index, text, "is " + kind(type));
        }
        put(index, bits.getAsLong());
    }

    private static String kind(PtxType type) {
        return switch (type.kind()) {
            case FLOAT -> "a number";
            case BITS ->
                    "%d bits: a whole number, or a number that states its type, as f32:2.5"
                            .formatted(type.bits());
            default -> "a whole number of %d bits".formatted(type.bits());
        };
    }

    private void put(int index, long bits) {
        var piece = kernel.parameters().get(index);
        for (int i = 0; i < piece.size(); i++) {
            block.put(piece.offset() + i, (byte) (bits >>> (Byte.SIZE * i)));
        }
    }

    private void put(int index, FileContents contents) {
        var piece = kernel.parameters().get(index);
        if (contents.bytes().byteSize() != piece.size()) {
            throw mismatch(
                    index,
                    "the %d bytes of %s".formatted(contents.bytes().byteSize(), contents.name()),
                    "has %d bytes".formatted(piece.size()));
        }
        block.put(piece.offset(), contents.bytes().toArray(ValueLayout.JAVA_BYTE));
    }

    private Allocation allocate(int index, KernelArgument.Buffer buffer) {
        var name =
                switch (buffer.name()) {
                    case BufferName.Stated(var stated) -> stated;
                    case BufferName.OfParameter _ -> parameters().get(index).name();
                };
        if (buffers.stream().anyMatch(other -> other.name().equals(name))) {
            throw new SimulationException(
                    "argument %d is called '%s' when another buffer is".formatted(index + 1, name));
        }
        var allocation = allocate(index, name, buffer.count(), buffer.element().bytes());
        fill(index, buffer, allocation);
        if (!(buffer.contents() instanceof Contents.Uninitialised)) {
            memory.observer().written(allocation.address(), allocation.size());
        }
        buffers.add(new ResultBuffer(name, buffer.element(), allocation, memory));
        return allocation;
    }

    private Allocation allocate(int index, String name, long count, int element) {
        if (count <= 0 || count > memory.capacity() / element) {
            throw new SimulationException(
                    "argument %d has %d elements when the device has room for 1 to %d"
                            .formatted(index + 1, count, memory.capacity() / element));
        }
        return memory.allocate(name, count * element)
                .orElseThrow(() ->
                        new SimulationException(
                                "argument %d needs %d bytes when the device's %d are taken"
                                        .formatted(index + 1, count * element, memory.capacity())));
    }

    private void fill(int index, KernelArgument.Buffer buffer, Allocation allocation) {
        var slice = memory.slice(allocation.address(), allocation.size());
        var type = buffer.element();
        switch (buffer.contents()) {
            case Contents.Zeros _, Contents.Uninitialised _ -> slice.fill((byte) 0);
            case Contents.Filled(var number) -> {
                long bits =
                        number.bits(type)
                                .orElseThrow(() ->
                                        new SimulationException(
                                                ("argument %d is filled with '%s' when its"
                                                                + " elements are of type %s")
                                                        .formatted(
                                                                index + 1,
                                                                number.text(),
                                                                type.suffix())));
                fill(slice, type, () -> bits);
            }
            case Contents.Seeded(long seed) -> fill(slice, type, random(type, seed));
            case Contents.OfFile(var file) -> {
                if (file.bytes().byteSize() != allocation.size()) {
                    throw new SimulationException(
                            "%s: has %d bytes when argument %d has %d"
                                    .formatted(
                                            file.name(),
                                            file.bytes().byteSize(),
                                            index + 1,
                                            allocation.size()));
                }
                slice.copyFrom(file.bytes());
            }
        }
    }

    /// Numbers of [Random], whose documentation specifies its sequence.
    private static LongSupplier random(PtxType type, long seed) {
        var random = new Random(seed);
        return switch (type) {
            case F16 -> () -> Float.floatToFloat16(random.nextFloat());
            case BF16 -> () -> Float.floatToRawIntBits(random.nextFloat()) >>> Short.SIZE;
            case F32 -> () -> Float.floatToRawIntBits(random.nextFloat());
            case F64 -> () -> Double.doubleToRawLongBits(random.nextDouble());
            default -> random::nextLong;
        };
    }

    private static void fill(MemorySegment slice, PtxType type, LongSupplier values) {
        int size = type.bytes();
        for (long at = 0; at < slice.byteSize(); at += size) {
            long bits = values.getAsLong();
            switch (size) {
                case Byte.BYTES -> slice.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
                case Short.BYTES -> slice.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) bits);
                case Integer.BYTES -> slice.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) bits);
                default -> slice.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits);
            }
        }
    }
}
