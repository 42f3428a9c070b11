package org.offloadtck.object.profile.runtime;

/// Which of several compatible images is loaded on a device.
public enum ImageChoice {
    LAST_COMPATIBLE,
    FIRST_COMPATIBLE
}
