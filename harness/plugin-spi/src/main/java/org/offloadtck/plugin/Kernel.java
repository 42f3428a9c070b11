package org.offloadtck.plugin;

/// An entry point of a [Program]; lives as long as the program.
public interface Kernel {

    String name();

    /// Most threads in a group this kernel can be launched with on its device.
    int maxGroupSize();
}
