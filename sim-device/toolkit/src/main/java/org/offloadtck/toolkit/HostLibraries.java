package org.offloadtck.toolkit;

import java.util.Map;

/// Libraries of the toolkit that host code is linked with. Found by `ServiceLoader`: modules that
/// need the toolkit make them.
public interface HostLibraries {

    /// The content of each file in `lib64`, by its name; none if the kit was built without a C
    /// compiler.
    Map<String, byte[]> files();
}
