package org.offloadtck.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.process.IsolatedPlugin;

/// The same on Oclgrind, a simulator of OpenCL devices, whose package registers it with no loader.
class OclgrindPluginTest extends OpenClPluginTest {

    private static final Path DRIVER = Path.of("/usr/lib/oclgrind/liboclgrind-rt-icd.so");

    @BeforeAll
    static void requireOclgrind() {
        assumeTrue(Files.exists(DRIVER), "there is no " + DRIVER + ": apt-get install oclgrind");
    }

    @Override
    public DevicePlugin plugin() {
        return new IsolatedPlugin(new OpenClPlugin(), Map.of("OCL_ICD_VENDORS", DRIVER.toString()));
    }

    @Test
    void isTheOnlyPlatform() {
        assertThat(plugin().discover())
                .isInstanceOfSatisfying(
                        Discovery.Found.class,
                        found -> {
                            assertThat(found.devices()).hasSize(1);
                            assertThat(found.devices().getFirst().description().driver())
                                    .contains("Oclgrind");
                            found.devices().forEach(org.offloadtck.plugin.Device::close);
                        });
    }
}
