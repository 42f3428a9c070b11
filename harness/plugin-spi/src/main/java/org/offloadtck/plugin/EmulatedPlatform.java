package org.offloadtck.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A replacement of a vendor's software for unmodified executables: a toolkit for the compiler that
/// builds them, and a driver library that they load. Found by `ServiceLoader`.
///
/// The reference runtime calls a [DevicePlugin]; the toolchain's own runtime, in its own process,
/// calls the driver library of an emulated platform.
public interface EmulatedPlatform {

    /// The name of the platform, as in [DevicePlugin#name]: `sim`.
    String name();

    /// The default device of programs: `t4`.
    String device();

    /// Why the platform cannot be used on this machine; empty if it can.
    Optional<String> obstacle();

    /// Writes the toolkit that compilers expect to `folder`, which exists.
    void writeToolkit(Path folder);

    /// The folder for `LD_LIBRARY_PATH`. The platform owns it; it is not temporary.
    Path driverFolder();

    /// The words before those of a program that run it: the launcher, its `options`, and their end
    /// marker.
    List<String> launcher(List<String> options);

    /// The words before a file of device code and options that simulate one of its kernels without
    /// a host program.
    List<String> simulator();
}
