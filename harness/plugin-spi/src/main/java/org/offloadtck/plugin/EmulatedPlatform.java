package org.offloadtck.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What unmodified executables find where a vendor's software would be: a toolkit for the compiler
/// that builds them, and a driver library when they run. Found by service file.
///
/// It is the other door to a device: a [DevicePlugin] is called by the kit's own runtime, this one
/// by the real one, from processes of its own.
public interface EmulatedPlatform {

    /// The platform as [DevicePlugin#name] would say it: `sim`.
    String name();

    /// The device that programs find if they ask for no other: `t4`.
    String device();

    /// Why the platform cannot be used on this machine; empty if it can.
    Optional<String> obstacle();

    /// Fills `folder`, which exists, with what a compiler looks for in the vendor's toolkit.
    void writeToolkit(Path folder);

    /// The folder to put into `LD_LIBRARY_PATH`; it is the platform's own and stays.
    Path driverFolder();

    /// The words that go before a program's own to run it: the launcher, `options` of it, and what
    /// ends them.
    List<String> launcher(List<String> options);

    /// The words that go before a file of device code and options to run one of its kernels by
    /// itself, with no program around it.
    List<String> simulator();
}
