package org.offloadtck.plugin.process;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Queue;

/// The process of a plugin. It performs the calls that come through a socket, one after the other,
/// until the socket is closed or the process at its other end is gone.
///
/// A call is the number of its object and of its [SpiMethod] (4 bytes each), its arguments, and the
/// host memory among them last; of memory that [Queue#read] fills, the number of its bytes alone.
/// The answer is the byte 0 and the result, the byte 0 and the bytes that were read, or the byte 1
/// and a [DeviceException].
public final class PluginServer {

    /// Begins an answer with a result.
    static final int RESULT = 0;

    /// Begins an answer with an exception.
    static final int EXCEPTION = 1;

    private static final SpiMethod SYNCHRONIZE = SpiMethod.named(Queue.class, "synchronize");

    private final SpiCodec codec;
    private final String plugin;

    private PluginServer(DevicePlugin plugin) {
        this.codec = new SpiCodec(new ExportedObjects(plugin));
        this.plugin = plugin.name();
    }

    /// The main method of the process.
    ///
    /// @param arguments class of the plugin, path of the socket, number of the process at its other
    ///   end
    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        endWith(Long.parseLong(arguments[2]));
        var plugin =
                Class.forName(arguments[0])
                        .asSubclass(DevicePlugin.class)
                        .getDeclaredConstructor()
                        .newInstance();
        var address = UnixDomainSocketAddress.of(Path.of(arguments[1]));
        try (var socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.connect(address);
            new PluginServer(plugin)
                    .serve(PluginProcess.reader(socket), PluginProcess.writer(socket));
        }
        // Threads of a driver may still be running.
        Runtime.getRuntime().halt(0);
    }

    private static void endWith(long process) {
        Runnable end = () -> Runtime.getRuntime().halt(1);
        var _ = ProcessHandle.of(process).map(other -> other.onExit().thenRun(end));
        if (!ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false)) {
            end.run();
        }
    }

    private void serve(DataInputStream in, DataOutputStream out) throws IOException {
        while (true) {
            int number;
            try {
                number = in.readInt();
            } catch (EOFException _) {
                return;
            }
            perform(number, in, out);
            out.flush();
        }
    }

    private void perform(int object, DataInputStream in, DataOutputStream out) throws IOException {
        var number = in.readInt();
        var method =
                SpiMethod.of(number)
                        .orElseThrow(() ->
                                new StreamCorruptedException(number + " is no method of the SPI"));
        var target = codec.references().object(method.method().getDeclaringClass(), object);
        var arguments = arguments(method, in);
        try {
            answer(method, target, arguments, out);
        } catch (InvocationTargetException failed) {
            writeException(method, failed.getTargetException(), out);
        } catch (IllegalAccessException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private Object[] arguments(SpiMethod method, DataInputStream in) throws IOException {
        var types = method.method().getGenericParameterTypes();
        var arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i] != MemorySegment.class) {
                arguments[i] = codec.read(types[i], in);
            }
        }
        for (int i = 0; i < types.length; i++) {
            if (types[i] == MemorySegment.class) {
                var memory = SpiCodec.allocate(in.readLong());
                if (!method.isRead()) {
                    SpiCodec.readInto(memory, in);
                }
                arguments[i] = memory;
            }
        }
        return arguments;
    }

    private void answer(SpiMethod method, Object target, Object[] arguments, DataOutputStream out)
            throws IOException, InvocationTargetException, IllegalAccessException {
        var result = Optional.ofNullable(method.method().invoke(target, arguments));
        if (method.copiesHostMemory()) {
            SYNCHRONIZE.method().invoke(target);
        }
        out.writeByte(RESULT);
        if (method.isRead()) {
            SpiCodec.writeBytes((MemorySegment) arguments[0], out);
        } else if (result.isPresent()) {
            codec.write(method.method().getGenericReturnType(), result.orElseThrow(), out);
        }
    }

    private void writeException(SpiMethod method, Throwable failure, DataOutputStream out)
            throws IOException {
        var exception =
                switch (failure) {
                    case DeviceException known -> known;
                    case OutOfMemoryError _ ->
                            exception(method, DeviceError.OUT_OF_RESOURCES, failure);
                    default -> exception(method, DeviceError.BACKEND_FAILURE, failure);
                };
        out.writeByte(EXCEPTION);
        codec.write(DeviceException.class, exception, out);
    }

    private DeviceException exception(SpiMethod method, DeviceError error, Throwable failure) {
        return new DeviceException(plugin, method.text(), error, failure.toString(), failure);
    }
}
