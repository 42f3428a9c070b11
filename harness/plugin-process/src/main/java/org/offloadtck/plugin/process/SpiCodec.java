package org.offloadtck.plugin.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;

/// Writes and reads values of the SPI by their declared types. Numbers are big-endian; a string or
/// a segment is its length (8 bytes) and its bytes, a collection its length (4 bytes) and its
/// elements, an optional value one byte and the value, a constant its name, a record its
/// components, a value of a sealed interface the position of its record among the permitted ones
/// and the record, an exception its device, operation, error and problem, and an object of the
/// plugin the number that [References] has for it.
///
/// @param references between objects and numbers, in one of the two processes
record SpiCodec(References references) {

    /// Of the memory that a driver copies from or to.
    private static final int ALIGNMENT = 64;

    /// The most bytes of a string, an image or a value and elements of a collection. A process
    /// whose memory a driver has overwritten may send any length; memory is taken as bytes arrive.
    private static final int MOST = 1 << 30;

    private static final int BLOCK = 1 << 20;

    /// The objects of the plugin that both processes know.
    interface References {

        int number(Object object);

        /// The object of the interface `type` with this number.
        ///
        /// @throws StreamCorruptedException if there is none
        Object object(Class<?> type, int number) throws StreamCorruptedException;
    }

    void write(Type type, Object value, DataOutputStream out) throws IOException {
        if (type instanceof ParameterizedType generic) {
            writeGeneric(generic, value, out);
            return;
        }
        var kind = (Class<?>) type;
        switch (value) {
            case Boolean truth -> out.writeBoolean(truth);
            case Byte number -> out.writeByte(number);
            case Integer number -> out.writeInt(number);
            case Long number -> out.writeLong(number);
            case String text -> writeBytes(MemorySegment.ofArray(text.getBytes(UTF_8)), out);
            case MemorySegment bytes -> writeBytes(bytes, out);
            case Enum<?> constant -> write(String.class, constant.name(), out);
            case OptionalInt number ->
                    writeOptional(int.class, number.stream().boxed().findFirst(), out);
            case OptionalLong number ->
                    writeOptional(long.class, number.stream().boxed().findFirst(), out);
            case DeviceException exception -> {
                write(String.class, exception.device(), out);
                write(String.class, exception.operation(), out);
                write(DeviceError.class, exception.error(), out);
                write(String.class, exception.problem(), out);
            }
            case Object object when SpiMethod.INTERFACES.contains(kind) ->
                    out.writeInt(references.number(object));
            case Record object when kind.isSealed() -> {
                out.writeInt(permitted(kind).indexOf(object.getClass()));
                writeComponents(object, out);
            }
            case Record object -> writeComponents(object, out);
            default -> throw new IllegalArgumentException("a " + kind + " cannot be sent");
        }
    }

    private void writeGeneric(ParameterizedType type, Object value, DataOutputStream out)
            throws IOException {
        var parts = type.getActualTypeArguments();
        switch (value) {
            case Optional<?> optional -> writeOptional(parts[0], optional, out);
            case Collection<?> elements -> {
                out.writeInt(elements.size());
                for (var element : elements) {
                    write(parts[0], element, out);
                }
            }
            case Map<?, ?> map -> {
                out.writeInt(map.size());
                for (var entry : map.entrySet()) {
                    write(parts[0], entry.getKey(), out);
                    write(parts[1], entry.getValue(), out);
                }
            }
            default -> throw new IllegalArgumentException("a " + type + " cannot be sent");
        }
    }

    private void writeOptional(Type type, Optional<?> value, DataOutputStream out)
            throws IOException {
        out.writeBoolean(value.isPresent());
        if (value.isPresent()) {
            write(type, value.orElseThrow(), out);
        }
    }

    private void writeComponents(Record object, DataOutputStream out) throws IOException {
        for (var component : object.getClass().getRecordComponents()) {
            write(component.getGenericType(), component(object, component), out);
        }
    }

    private static Object component(Record object, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(object);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(fault);
        }
    }

    static void writeBytes(MemorySegment bytes, DataOutputStream out) throws IOException {
        out.writeLong(bytes.byteSize());
        var block = new byte[(int) Math.min(BLOCK, bytes.byteSize())];
        for (long at = 0; at < bytes.byteSize(); at += block.length) {
            var length = (int) Math.min(block.length, bytes.byteSize() - at);
            MemorySegment.copy(bytes, at, MemorySegment.ofArray(block), 0, length);
            out.write(block, 0, length);
        }
    }

    /// Reads a value of `type`.
    ///
    /// @throws StreamCorruptedException if the bytes are none
    Object read(Type type, DataInputStream in) throws IOException {
        if (type instanceof ParameterizedType generic) {
            return readGeneric(generic, in);
        }
        var kind = (Class<?>) type;
        if (kind == boolean.class || kind == Boolean.class) {
            return readTruth(in);
        } else if (kind == byte.class) {
            return in.readByte();
        } else if (kind == int.class || kind == Integer.class) {
            return in.readInt();
        } else if (kind == long.class || kind == Long.class) {
            return in.readLong();
        } else if (kind == String.class) {
            return new String(readBytes(in), UTF_8);
        } else if (kind == MemorySegment.class) {
            return MemorySegment.ofArray(readBytes(in));
        } else if (kind == OptionalInt.class) {
            return readTruth(in) ? OptionalInt.of(in.readInt()) : OptionalInt.empty();
        } else if (kind == OptionalLong.class) {
            return readTruth(in) ? OptionalLong.of(in.readLong()) : OptionalLong.empty();
        } else if (kind.isEnum()) {
            return constant(kind, (String) read(String.class, in));
        } else if (kind == DeviceException.class) {
            return new DeviceException(
                    (String) read(String.class, in),
                    (String) read(String.class, in),
                    (DeviceError) read(DeviceError.class, in),
                    (String) read(String.class, in));
        } else if (SpiMethod.INTERFACES.contains(kind)) {
            return references.object(kind, in.readInt());
        }
        return readRecord(kind.isSealed() ? at(in.readInt(), permitted(kind)) : kind, in);
    }

    private Object readGeneric(ParameterizedType type, DataInputStream in) throws IOException {
        var parts = type.getActualTypeArguments();
        var kind = type.getRawType();
        if (kind == Optional.class) {
            return readTruth(in) ? Optional.of(read(parts[0], in)) : Optional.empty();
        } else if (kind == List.class) {
            return List.copyOf(readElements(parts[0], in));
        } else if (kind == Set.class) {
            return new LinkedHashSet<>(readElements(parts[0], in));
        } else if (kind == Map.class) {
            var map = new LinkedHashMap<Object, Object>();
            for (int left = length(in.readInt()); left > 0; left--) {
                map.put(read(parts[0], in), read(parts[1], in));
            }
            return map;
        }
        throw new IllegalArgumentException("a " + type + " cannot be received");
    }

    private List<Object> readElements(Type type, DataInputStream in) throws IOException {
        var elements = new ArrayList<>();
        for (int left = length(in.readInt()); left > 0; left--) {
            elements.add(read(type, in));
        }
        return elements;
    }

    private Object readRecord(Class<?> type, DataInputStream in) throws IOException {
        var components = type.getRecordComponents();
        var values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(components[i].getGenericType(), in);
        }
        var types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            throw corrupted("a %s: %s".formatted(type.getSimpleName(), refused.getCause()));
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        var length = length(in.readLong());
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    /// Memory that lives as long as it is referred to.
    static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }

    /// Fills `destination` with bytes that [#writeBytes] wrote, after their length.
    static void readInto(MemorySegment destination, DataInputStream in) throws IOException {
        var block = new byte[(int) Math.min(BLOCK, destination.byteSize())];
        for (long at = 0; at < destination.byteSize(); at += block.length) {
            var length = (int) Math.min(block.length, destination.byteSize() - at);
            in.readFully(block, 0, length);
            MemorySegment.copy(MemorySegment.ofArray(block), 0, destination, at, length);
        }
    }

    private static Object constant(Class<?> type, String name) throws StreamCorruptedException {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> corrupted("'%s' is no %s".formatted(name, type.getSimpleName())));
    }

    private static boolean readTruth(DataInputStream in) throws IOException {
        return at(in.readUnsignedByte(), List.of(false, true));
    }

    private static List<Class<?>> permitted(Class<?> sealed) {
        return List.of(sealed.getPermittedSubclasses());
    }

    private static <T> T at(int position, List<T> values) throws StreamCorruptedException {
        if (position < 0 || position >= values.size()) {
            throw corrupted(
                    "position %d when it should be less than %d"
                            .formatted(position, values.size()));
        }
        return values.get(position);
    }

    private static int length(long length) throws StreamCorruptedException {
        if (length < 0 || length > MOST) {
            throw corrupted("length %d when it should be at most %d".formatted(length, MOST));
        }
        return (int) length;
    }

    private static StreamCorruptedException corrupted(String what) {
        return new StreamCorruptedException(what);
    }
}
