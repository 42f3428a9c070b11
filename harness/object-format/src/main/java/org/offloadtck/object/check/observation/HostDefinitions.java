package org.offloadtck.object.check.observation;

/// The definitions of a host file that an image may share.
public interface HostDefinitions {

    /// Whether the host defines a variable that a device can share: writable and visible to other
    /// files.
    boolean hasVariable(String name);

    /// Whether the host defines a symbol called `name`.
    boolean defines(String name);

    /// Whether the host is an object compiled from one source, so that all of its images are too.
    boolean isOfOneSource();
}
