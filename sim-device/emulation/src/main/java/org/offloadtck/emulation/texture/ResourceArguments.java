package org.offloadtck.emulation.texture;

import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.array.ArrayShape;
import org.offloadtck.emulation.array.EmulatedArray;
import org.offloadtck.emulation.array.MipmappedArray;
import org.offloadtck.emulation.attribute.DeviceAttribute;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.texture.TexelFormat;
import org.offloadtck.engine.texture.TexelGrid;

/// Reads `CUDA_RESOURCE_DESC` (CUDA driver API 13.0), the first arguments of a call.
record ResourceArguments(Invocation call) {

    /// Fields of the structure.
    static final int FIELDS = 11;

    private static final int TYPE = 0;
    private static final int ARRAY = 1;
    private static final int MIPMAPPED_ARRAY = 2;
    private static final int ADDRESS = 3;
    private static final int FORMAT = 4;
    private static final int CHANNELS = 5;
    private static final int BYTES = 6;
    private static final int WIDTH = 7;
    private static final int HEIGHT = 8;
    private static final int PITCH = 9;
    private static final int FLAGS = 10;

    /// `CU_DEVICE_ATTRIBUTE_…` for textures of memory (CUDA driver API 13.0, `CUdevice_attribute`).
    private static final int TEXTURE_ALIGNMENT = 14;

    private static final int TEXTURE_PITCH_ALIGNMENT = 51;
    private static final int LINEAR_WIDTH = 69;
    private static final int LINEAR_2D_WIDTH = 70;
    private static final int LINEAR_2D_HEIGHT = 71;
    private static final int LINEAR_2D_PITCH = 72;

    /// `CUresourcetype`, in its order.
    private static final List<Type> TYPES =
            List.of(Type.ARRAY, Type.MIPMAPPED_ARRAY, Type.LINEAR, Type.PITCH2D);

    /// The type of a resource.
    enum Type {
        ARRAY,
        MIPMAPPED_ARRAY,
        LINEAR,
        PITCH2D
    }

    /// A resource of texels.
    ///
    /// @param levels its grids, the most detailed first
    /// @param array shape of the first level; empty of memory that is no array
    record Texels(Type type, List<TexelGrid> levels, Optional<ArrayShape> array) {

        Texels {
            levels = List.copyOf(levels);
        }

        TexelFormat format() {
            return levels.getFirst().format();
        }

        boolean has(int arrayFlag) {
            return array.filter(shape -> shape.has(arrayFlag)).isPresent();
        }
    }

    /// The values of the fields.
    List<Long> fields() {
        return List.copyOf(call.call().arguments().subList(0, FIELDS));
    }

    /// The texels of the resource.
    ///
    /// @throws DriverCallException if the structure describes none
    Texels texels() {
        call.flags(FLAGS, 0);
        var type = type();
        return switch (type) {
            case ARRAY -> {
                var array = array();
                yield new Texels(type, List.of(array.grid()), Optional.of(array.shape()));
            }
            case MIPMAPPED_ARRAY -> {
                var array =
                        call.find(
                                MIPMAPPED_ARRAY,
                                HandleKind.MIPMAPPED_ARRAY,
                                MipmappedArray.class,
                                DriverResult.INVALID_VALUE);
                yield new Texels(type, array.grids(), Optional.of(array.shape()));
            }
            case LINEAR -> new Texels(type, List.of(line()), Optional.empty());
            case PITCH2D -> new Texels(type, List.of(rows()), Optional.empty());
        };
    }

    /// The array of a surface.
    ///
    /// @throws DriverCallException if there is none, or it is for textures only
    EmulatedArray surface() {
        call.flags(FLAGS, 0);
        if (type() != Type.ARRAY) {
            throw call.error(
                    TYPE, DriverResult.INVALID_VALUE, "should be CU_RESOURCE_TYPE_ARRAY (0)");
        }
        var array = array();
        if (!array.shape().has(ArrayShape.SURFACE)) {
            throw call.misuse(
                    ARRAY,
                    DriverResult.INVALID_VALUE,
                    "was created without CUDA_ARRAY3D_SURFACE_LDST, which surfaces need");
        }
        return array;
    }

    private Type type() {
        return TYPES.get(call.constant(TYPE, TYPES.size() - 1));
    }

    private EmulatedArray array() {
        return call.find(ARRAY, HandleKind.ARRAY, EmulatedArray.class, DriverResult.INVALID_VALUE);
    }

    private TexelGrid line() {
        var format = format();
        requireMemory();
        long bytes = call.raw(BYTES);
        long texels = Long.divideUnsigned(bytes, format.bytes());
        if (texels == 0) {
            throw call.error(BYTES, DriverResult.INVALID_VALUE, "is less than one element");
        }
        requireAtMost(BYTES, texels, LINEAR_WIDTH, " elements");
        return new TexelGrid(
                call.raw(ADDRESS), bytes, bytes, Math.toIntExact(texels), 1, 1, format);
    }

    private TexelGrid rows() {
        var format = format();
        requireMemory();
        requireAtMost(WIDTH, call.raw(WIDTH), LINEAR_2D_WIDTH, "");
        requireAtMost(HEIGHT, call.raw(HEIGHT), LINEAR_2D_HEIGHT, "");
        requireAtMost(PITCH, call.raw(PITCH), LINEAR_2D_PITCH, " bytes");
        requireAligned(
                PITCH, DeviceAttribute.value(TEXTURE_PITCH_ALIGNMENT, call.current().device()));
        long pitch = call.raw(PITCH);
        if (call.raw(WIDTH) == 0 || call.raw(HEIGHT) == 0) {
            throw call.error(
                    call.raw(WIDTH) == 0 ? WIDTH : HEIGHT,
                    DriverResult.INVALID_VALUE,
                    "should be positive");
        }
        if (pitch < call.raw(WIDTH) * format.bytes()) {
            throw call.error(
                    PITCH,
                    DriverResult.INVALID_VALUE,
                    "is less than a row takes: %d bytes"
                            .formatted(call.raw(WIDTH) * format.bytes()));
        }
        return new TexelGrid(
                call.raw(ADDRESS),
                pitch,
                pitch * call.raw(HEIGHT),
                call.number(WIDTH),
                call.number(HEIGHT),
                1,
                format);
    }

    private TexelFormat format() {
        return ArrayArguments.format(call, FORMAT).texel(ArrayArguments.channels(call, CHANNELS));
    }

    /// Requires that there is memory at the address. The fetch checks each texel.
    private void requireMemory() {
        long address = call.raw(ADDRESS);
        var memory = call.state().memory();
        boolean isMemory =
                call.state().isGlobal(address)
                        ? memory.find(address, 1).isPresent()
                        : memory.registered().find(address).isPresent()
                                || (address != 0 && call.current().device().hasUnifiedMemory());
        if (!isMemory) {
            throw call.misuse(
                    ADDRESS,
                    DriverResult.INVALID_VALUE,
                    "is no memory of the device: it is " + memory.describe(address));
        }
        requireAligned(ADDRESS, addressAlignment());
    }

    /// The attribute of the device, but at most what the driver's own allocations have: the
    /// attribute of an H200 is 512.
    private int addressAlignment() {
        int attribute = DeviceAttribute.value(TEXTURE_ALIGNMENT, call.current().device());
        return (int) Math.min(attribute, GlobalMemory.ALIGNMENT);
    }

    private void requireAligned(int index, int alignment) {
        if (alignment != 0 && call.raw(index) % alignment != 0) {
            throw call.error(
                    index,
                    DriverResult.INVALID_VALUE,
                    "should be a multiple of %d bytes".formatted(alignment));
        }
    }

    /// Requires that a number that argument `index` states is at most an attribute of the device.
    private void requireAtMost(int index, long number, int attribute, String unit) {
        int limit = DeviceAttribute.value(attribute, call.current().device());
        int most = limit == 0 ? Integer.MAX_VALUE : limit;
        if (number < 0 || number > most) {
            throw call.error(
                    index, DriverResult.INVALID_VALUE, "is more than %d%s".formatted(most, unit));
        }
    }
}
