package org.offloadtck.plugin.process;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// A plugin whose one device does to its process what a broken driver may do. The size of an
/// allocation says what.
public final class MisbehavingPlugin implements DevicePlugin {

    static final long ABORT = 1;
    static final long FAULT = 2;
    static final long EXIT = 3;
    static final long HANG = 4;
    static final long PRINT = 5;
    static final long REFUSE = 6;
    static final long BUG = 7;

    /// A variable of the environment of a process whose discovery hangs.
    static final String HANGING_DISCOVERY = "HANGING_DISCOVERY";

    @Override
    public String name() {
        return "misbehaving";
    }

    @Override
    public boolean callsDriver() {
        return true;
    }

    @Override
    public Discovery discover() {
        if (System.getenv().containsKey(HANGING_DISCOVERY)) {
            hang();
        }
        InvocationHandler behaviour =
                (_, method, arguments) ->
                        switch (method.getName()) {
                            case "allocate" -> {
                                misbehave((long) arguments[0]);
                                throw new IllegalStateException("it came back");
                            }
                            case "launchCount" -> ProcessHandle.current().pid();
                            case "capabilities" -> java.util.Set.of(Capability.SYMBOLS);
                            default -> null;
                        };
        return new Discovery.Found(
                List.of(
                        (Device)
                                Proxy.newProxyInstance(
                                        Device.class.getClassLoader(),
                                        new Class<?>[] {Device.class},
                                        behaviour)));
    }

    @SuppressWarnings("restricted")
    private static MemorySegment foreign() {
        return MemorySegment.NULL.reinterpret(ValueLayout.JAVA_LONG.byteSize());
    }

    private static void misbehave(long how) throws IOException, InterruptedException {
        if (how == ABORT) {
            new ProcessBuilder("kill", "-ABRT", Long.toString(ProcessHandle.current().pid()))
                    .start();
            Thread.sleep(Long.MAX_VALUE);
        } else if (how == FAULT) {
            foreign().get(ValueLayout.JAVA_LONG, 0);
        } else if (how == EXIT) {
            System.out.println("the driver gives up");
            Runtime.getRuntime().halt(42);
        } else if (how == HANG) {
            hang();
        } else if (how == PRINT) {
            System.out.print("x".repeat(1 << 20));
            throw new DeviceException(
                    "misbehaving:0", "allocate", DeviceError.OUT_OF_RESOURCES, "it printed");
        } else if (how == REFUSE) {
            throw new DeviceException("misbehaving:0", "allocate", DeviceError.INVALID_SIZE, "no");
        } else if (how == BUG) {
            throw new ArithmeticException("by zero");
        }
    }

    private static void hang() {
        while (true) {
            LockSupport.park();
        }
    }
}
