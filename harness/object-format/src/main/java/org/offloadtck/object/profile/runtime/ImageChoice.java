package org.offloadtck.object.profile.runtime;

/// Which of several compatible images a device gets.
public enum ImageChoice {
    LAST_COMPATIBLE,
    FIRST_COMPATIBLE
}
