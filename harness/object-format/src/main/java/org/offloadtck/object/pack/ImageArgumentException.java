package org.offloadtck.object.pack;

/// Signals arguments of `--image=` that do not describe an image of the profile's edition.
public final class ImageArgumentException extends RuntimeException {

    private final String problem;

    public ImageArgumentException(String problem) {
        this.problem = problem;
    }

    @Override
    public String getMessage() {
        return problem;
    }
}
