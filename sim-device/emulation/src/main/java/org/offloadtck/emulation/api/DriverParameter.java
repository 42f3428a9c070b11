package org.offloadtck.emulation.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A parameter of a driver function.
///
/// @param name in the documentation of the CUDA driver API
/// @param kind of its value
/// @param direction whether the function reads or writes it
public record DriverParameter(String name, Kind kind, Direction direction) {

    /// The kind of a value, which decides how the API trace prints it.
    public enum Kind {
        /// A signed integer or an enumeration constant; negative values arrive sign-extended.
        NUMBER,
        /// Bytes or elements, unsigned.
        SIZE,
        /// A set of bits.
        FLAGS,
        /// A `float`, as its bits.
        FLOAT,
        /// A device pointer: an address in the memory of the session.
        ADDRESS,
        /// An address of the client process, which may lie in the memory of the session.
        HOST,
        /// The ordinal of a device.
        DEVICE,
        /// The handle of a context; 0 for none.
        CONTEXT,
        /// The handle of a module.
        MODULE,
        /// The handle of a kernel in a context (`CUfunction`).
        FUNCTION,
        /// The handle of a library.
        LIBRARY,
        /// The handle of a kernel of a library (`CUkernel`).
        KERNEL,
        /// The handle of a stream, or one of the reserved values 0, 1 and 2.
        STREAM,
        /// The handle of an event.
        EVENT,
        /// The handle of physical memory (`cuMemCreate`).
        MEMORY,
        /// The handle of a memory pool.
        POOL,
        /// The handle of a pending link.
        LINK,
        /// The handle of a graph.
        GRAPH,
        /// The handle of a node of a graph.
        NODE,
        /// The handle of an executable graph.
        EXEC,
        /// The handle of a user object.
        OBJECT,
        /// The handle of a CUDA array.
        ARRAY,
        /// The handle of a mipmapped array.
        MIPMAP,
        /// The handle of a texture object.
        TEXTURE,
        /// The handle of a surface object.
        SURFACE,
        /// A buffer with text, without its NUL.
        TEXT,
        /// A buffer with the layout in the documentation of the function.
        BYTES;

        boolean isBuffer() {
            return this == TEXT || this == BYTES;
        }
    }

    /// Whether a parameter is an input or an output.
    public enum Direction {
        IN,
        OUT
    }

    /// Whether it is transmitted as bytes, not as a number.
    public boolean isBuffer() {
        return kind.isBuffer();
    }

    /// Parses a list of parameters, separated by commas: `kind name` each, `kind* name` for an
    /// output, or the name of a [Structure], with `*` if it is an output.
    static List<DriverParameter> list(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(", ", -1)).flatMap(DriverParameter::expanded).toList();
    }

    private static Stream<DriverParameter> expanded(String text) {
        if (text.indexOf(' ') >= 0) {
            return Stream.of(of(text));
        }
        var fields = list(Structure.valueOf(text.replace("*", "")).fields).stream();
        return text.endsWith("*") ? fields.map(DriverParameter::asOutput) : fields;
    }

    private DriverParameter asOutput() {
        return new DriverParameter(name, kind, Direction.OUT);
    }

    private static DriverParameter of(String text) {
        int blank = text.indexOf(' ');
        var kind = text.substring(0, blank);
        var direction = kind.endsWith("*") ? Direction.OUT : Direction.IN;
        var word = kind.replace("*", "").toUpperCase(Locale.ROOT);
        return new DriverParameter(text.substring(blank + 1), Kind.valueOf(word), direction);
    }

    /// Parameters that several prototypes share: structures of the driver API, field by field in
    /// the order of their declaration (CUDA driver API 13.0, "Data types used by CUDA driver").
    enum Structure {
        /// What each copy of rows returns first.
        MOVES("number* moves, bytes* ends"),
        /// What a function returns that maps a file: its path, the first byte, the first address
        /// and the number of bytes; no path and zeros if there is nothing to map.
        MAPPING("text* file, size* from, address* at, size* bytes"),
        /// `CUDA_MEMCPY2D`.
        COPY_2D(
                "size srcXInBytes, size srcY, number srcMemoryType, host srcHost, address"
                        + " srcDevice, array srcArray, size srcPitch, size dstXInBytes, size dstY,"
                        + " number dstMemoryType, host dstHost, address dstDevice, array dstArray,"
                        + " size dstPitch, size WidthInBytes, size Height"),
        /// `CUDA_MEMCPY3D` without its reserved fields.
        COPY_3D(
                "size srcXInBytes, size srcY, size srcZ, size srcLOD, number srcMemoryType, host"
                        + " srcHost, address srcDevice, array srcArray, size srcPitch, size"
                        + " srcHeight, size dstXInBytes, size dstY, size dstZ, size dstLOD, number"
                        + " dstMemoryType, host dstHost, address dstDevice, array dstArray, size"
                        + " dstPitch, size dstHeight, size WidthInBytes, size Height, size Depth"),
        /// The parameters of a copy from one context to another.
        PEER_COPY(
                "address dstDevice, context dstContext, address srcDevice, context srcContext,"
                        + " size ByteCount"),
        /// The parameters of fills of rows with values of 8, 16 and 32 bits.
        ROWS_8("address dstDevice, size dstPitch, number uc, size Width, size Height"),
        ROWS_16("address dstDevice, size dstPitch, number us, size Width, size Height"),
        ROWS_32("address dstDevice, size dstPitch, number ui, size Width, size Height"),
        /// The parameters of operations of a stream on a word.
        WORD("stream stream, address addr, number value, flags flags"),
        /// Handles of kernels, 64 bits each, and their layouts.
        HANDLES("bytes handles, bytes layouts"),
        /// `CUmemAllocationProp` without its reserved fields.
        ALLOCATION_PROPERTIES(
                "number type, number requestedHandleTypes, number locationType, number locationId, "
                        + "host win32HandleMetaData, number compressionType, "
                        + "number gpuDirectRDMACapable, number usage"),
        /// `CUmemLocation`.
        LOCATION("number location.type, number location.id"),
        /// `CUmemPoolProps` without its largest size and its reserved fields.
        POOL_PROPERTIES("number allocType, number handleTypes, LOCATION"),
        /// The shape of a launch in `cuLaunchKernel`; `CUlaunchConfig` begins with the same fields.
        LAUNCH_SHAPE(
                "number gridDimX, number gridDimY, number gridDimZ, number blockDimX, "
                        + "number blockDimY, number blockDimZ, size sharedMemBytes, stream hStream"),
        /// The parameters of `cuOccupancyMaxPotentialBlockSize`.
        BLOCK_SIZE(
                "number* minGridSize, number* blockSize, function func, bytes dynamicSMemSizes,"
                        + " size dynamicSMemSize, number blockSizeLimit"),
        /// What each function that adds a node has first: the node, its graph and the handles of
        /// the nodes that it waits for, 64 bits each.
        NEW_NODE("node* phGraphNode, graph hGraph, bytes dependencies"),
        /// `CUDA_KERNEL_NODE_PARAMS`.
        KERNEL_NODE(
                "function func, number gridDimX, number gridDimY, number gridDimZ, number"
                        + " blockDimX, number blockDimY, number blockDimZ, size sharedMemBytes,"
                        + " bytes parameters"),
        /// A node and the executable graph in which it is changed.
        EXEC_NODE("exec hGraphExec, node hNode"),
        /// The parameters of a capture that adds nodes to a graph.
        TO_GRAPH("stream hStream, graph hGraph, bytes dependencies, number mode"),
        /// `CUDA_MEMSET_NODE_PARAMS`.
        FILL(
                "address dst, size pitch, number value, number elementSize, size width, size"
                        + " height"),
        /// `CUDA_ARRAY_DESCRIPTOR`.
        ARRAY("size Width, size Height, number Format, number NumChannels"),
        /// `CUDA_ARRAY3D_DESCRIPTOR`.
        ARRAY_3D(
                "size Width, size Height, size Depth, number Format, number NumChannels, flags"
                        + " Flags"),
        /// `CUDA_RESOURCE_DESC`. The fields of other types than `resType` are 0.
        RESOURCE(
                "number resType, array hArray, mipmap hMipmappedArray, address devPtr, number"
                        + " format, number numChannels, size sizeInBytes, size width, size height,"
                        + " size pitchInBytes, flags flags"),
        /// `CUDA_TEXTURE_DESC` without its reserved fields.
        SAMPLING(
                "number addressMode[0], number addressMode[1], number addressMode[2], number"
                        + " filterMode, flags flags, number maxAnisotropy, number"
                        + " mipmapFilterMode, float mipmapLevelBias, float minMipmapLevelClamp,"
                        + " float maxMipmapLevelClamp, float borderColor[0], float borderColor[1],"
                        + " float borderColor[2], float borderColor[3]"),
        /// `CUDA_RESOURCE_VIEW_DESC` without its reserved fields.
        VIEW(
                "number format, size width, size height, size depth, size firstMipmapLevel, size"
                        + " lastMipmapLevel, size firstLayer, size lastLayer");

        private final String fields;

        Structure(String fields) {
            this.fields = fields;
        }
    }
}
