package org.offloadtck.benchmark;

import org.offloadtck.simt.execution.LaunchObserver;

/// What a launch is watched for, beside its result.
public enum Detail {
    FUNCTIONAL("functional"),
    /// Told of everything, keeps nothing: what watching costs at least.
    WATCHED("watched");

    private final String title;

    Detail(String title) {
        this.title = title;
    }

    /// What tables call it.
    String title() {
        return title;
    }

    /// A fresh observer for one launch.
    LaunchObserver observer() {
        return switch (this) {
            case FUNCTIONAL -> LaunchObserver.NONE;
            case WATCHED -> new LaunchObserver() {};
        };
    }
}
