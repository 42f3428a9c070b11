package org.offloadtck.launch.simulate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.launch.simulate.KernelArgument.Contents;
import org.offloadtck.launch.simulate.KernelArgument.Typing;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Puts a kernel's arguments where a launch finds them: numbers into the parameter block, buffers
/// into device memory and their addresses into the block.
final class ArgumentPlacer {

    private final DecodedFunction kernel;
    private final GlobalMemory memory;
    private final Function<String, byte[]> files;
    private final ByteBuffer block;
    private final List<ResultBuffer> buffers = new ArrayList<>();

    /// @param files gives the bytes of a file
    ArgumentPlacer(DecodedFunction kernel, GlobalMemory memory, Function<String, byte[]> files) {
        this.kernel = kernel;
        this.memory = memory;
        this.files = files;
        this.block = ByteBuffer.allocate(kernel.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Places all arguments, in the order of the parameters.
    void place(List<String> arguments) {
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

    private void place(int index, String text) {
        var parameter = parameters().get(index);
        switch (KernelArgument.parse(index + 1, text)) {
            case KernelArgument.Scalar scalar -> put(index, scalar);
            case KernelArgument.Bytes(var file) -> put(index, files.apply(file));
            case KernelArgument.Buffer buffer -> {
                if (isStructure(parameter) || parameter.type().bits() != Long.SIZE) {
                    throw unfit(index, text, "takes no address");
                }
                put(index, allocate(index, buffer).address());
            }
        }
    }

    private SimulationException unfit(int index, String text, String should) {
        var parameter = parameters().get(index);
        return new SimulationException(
                "--arg %d is '%s' when '%s' %s (%s)"
                        .formatted(index + 1, text, parameter.name(), should, type(parameter)));
    }

    private void put(int index, KernelArgument.Scalar scalar) {
        var parameter = parameters().get(index);
        if (isStructure(parameter)) {
            throw unfit(index, scalar.text(), "is a structure, whose bytes file:FILE gives");
        }
        var type =
                switch (scalar.type()) {
                    case Typing.Stated(var stated) -> stated;
                    case Typing.OfParameter _ -> parameter.type();
                };
        if (type.bits() != parameter.type().bits()) {
            throw unfit(
                    index,
                    type.suffix() + ":" + scalar.text(),
                    "has %d bits".formatted(parameter.type().bits()));
        }
        var bits = PtxNumber.bits(scalar.text(), type);
        if (bits.isEmpty()) {
            throw unfit(index, scalar.text(), "is " + kind(type));
        }
        put(index, bits.getAsLong());
    }

    private static String kind(PtxType type) {
        return switch (type.kind()) {
            case FLOAT -> "a number";
            case BITS ->
                    "%d bits: a whole number, or one that says its type, as f32:2.5"
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

    private void put(int index, byte[] bytes) {
        var piece = kernel.parameters().get(index);
        if (bytes.length != piece.size()) {
            throw new SimulationException(
                    "--arg %d has %d bytes when '%s' has %d"
                            .formatted(
                                    index + 1,
                                    bytes.length,
                                    parameters().get(index).name(),
                                    piece.size()));
        }
        block.put(piece.offset(), bytes);
    }

    private Allocation allocate(int index, KernelArgument.Buffer buffer) {
        var name = buffer.name().isEmpty() ? parameters().get(index).name() : buffer.name();
        if (buffers.stream().anyMatch(other -> other.name().equals(name))) {
            throw new SimulationException(
                    "--arg %d is called '%s' when another buffer is".formatted(index + 1, name));
        }
        byte[] file =
                buffer.contents() instanceof Contents.OfFile(var path)
                        ? files.apply(path)
                        : new byte[0];
        int element = buffer.element().bytes();
        long count = buffer.count() == 0 ? Math.ceilDiv(file.length, element) : buffer.count();
        var allocation = allocate(index, name, count, element);
        fill(index, buffer, allocation, file);
        if (!(buffer.contents() instanceof Contents.Uninitialised)) {
            memory.observer().written(allocation.address(), allocation.size());
        }
        buffers.add(new ResultBuffer(name, buffer.element(), allocation, memory));
        return allocation;
    }

    private Allocation allocate(int index, String name, long count, int element) {
        if (count <= 0 || count > memory.capacity() / element) {
            throw new SimulationException(
                    "--arg %d has %d elements when the device has room for 1 to %d"
                            .formatted(index + 1, count, memory.capacity() / element));
        }
        return memory.allocate(name, count * element, Allocation.Permission.READ_WRITE)
                .orElseThrow(() ->
                        new SimulationException(
                                "--arg %d needs %d bytes when the device's %d are taken"
                                        .formatted(index + 1, count * element, memory.capacity())));
    }

    private void fill(int index, KernelArgument.Buffer buffer, Allocation allocation, byte[] file) {
        var slice = memory.slice(allocation.address(), allocation.size());
        var type = buffer.element();
        switch (buffer.contents()) {
            case Contents.Zeros _, Contents.Uninitialised _ -> slice.fill((byte) 0);
            case Contents.Filled(var number) -> {
                long bits =
                        PtxNumber.bits(number, type)
                                .orElseThrow(() ->
                                        new SimulationException(
                                                ("--arg %d is filled with '%s' when its elements"
                                                                + " are of type %s")
                                                        .formatted(
                                                                index + 1, number, type.suffix())));
                fill(slice, type, () -> bits);
            }
            case Contents.Seeded(long seed) -> fill(slice, type, random(type, seed));
            case Contents.OfFile(var path) -> {
                if (file.length != allocation.size()) {
                    throw new SimulationException(
                            "%s: has %d bytes when --arg %d has %d"
                                    .formatted(path, file.length, index + 1, allocation.size()));
                }
                slice.copyFrom(MemorySegment.ofArray(file));
            }
        }
    }

    /// [Random], whose numbers its documentation lays down.
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
