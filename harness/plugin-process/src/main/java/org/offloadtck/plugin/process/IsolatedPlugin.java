package org.offloadtck.plugin.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// A plugin whose devices are in a process of their own, which each discovery starts: a driver that
/// ends or blocks its process costs the devices of that discovery. A call that is not answered in a
/// minute ends the process. A discovery that was not answered is not tried again: later ones fail
/// for the same reason, so that a driver that hangs when it is loaded costs a run one minute.
public final class IsolatedPlugin implements DevicePlugin {

    /// Longer than any launch of the kit's programs takes on a real device, and than PoCL takes to
    /// build one on a busy machine.
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /// Why discoveries were not answered in time.
    private static final Map<Driver, DeviceException> UNANSWERED = new ConcurrentHashMap<>();

    private final DevicePlugin plugin;
    private final Duration limit;
    private final Map<String, String> environment;

    /// A plugin with the usual time limit.
    ///
    /// @param plugin of a public class with a public constructor without parameters; only its name
    ///   is asked for in this process
    public IsolatedPlugin(DevicePlugin plugin) {
        this(plugin, LIMIT, Map.of());
    }

    /// A plugin whose process has variables beside those of this one: by `OCL_ICD_VENDORS`, the
    /// loader of OpenCL finds another driver.
    public IsolatedPlugin(DevicePlugin plugin, Map<String, String> environment) {
        this(plugin, LIMIT, environment);
    }

    IsolatedPlugin(DevicePlugin plugin, Duration limit, Map<String, String> environment) {
        this.plugin = plugin;
        this.limit = limit;
        this.environment = Map.copyOf(environment);
    }

    /// The installed plugins; those that call a driver in a process of their own.
    public static List<DevicePlugin> installed() {
        return DevicePlugin.installed().stream()
                .map(plugin -> plugin.callsDriver() ? new IsolatedPlugin(plugin) : plugin)
                .toList();
    }

    @Override
    public String name() {
        return plugin.name();
    }

    @Override
    public boolean callsDriver() {
        return plugin.callsDriver();
    }

    /// What a discovery loads.
    private record Driver(Class<? extends DevicePlugin> plugin, Map<String, String> environment) {}

    @Override
    public Discovery discover() {
        var driver = new Driver(plugin.getClass(), environment);
        return Optional.ofNullable(UNANSWERED.get(driver))
                .<Discovery>map(Discovery.Failed::new)
                .orElseGet(() -> discover(driver));
    }

    private Discovery discover(Driver driver) {
        try {
            var connection =
                    new PluginConnection(
                            name(), PluginProcess.start(plugin.getClass(), limit, environment));
            var discovery = connection.plugin().discover();
            connection.endWithoutDevices();
            return discovery;
        } catch (DeviceException failure) {
            if (failure.getCause() instanceof PluginProcessException end
                    && end.limit().isPresent()) {
                UNANSWERED.put(driver, failure);
            }
            return new Discovery.Failed(failure);
        } catch (PluginProcessException end) {
            return new Discovery.Failed(
                    new DeviceException(
                            name(),
                            "start",
                            DeviceError.DEVICE_LOST,
                            String.valueOf(end.getMessage()),
                            end));
        }
    }
}
