package org.offloadtck.engine.texture;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The texture and surface objects of a device, by handle. Handles count from 1 and never return,
/// so that the use of a destroyed object is found. Threads may share it.
public final class TextureObjects {

    private final Map<Long, TextureObject> objects = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    /// Adds an object.
    ///
    /// @return its handle
    public long add(TextureObject object) {
        long handle = last.incrementAndGet();
        objects.put(handle, object);
        return handle;
    }

    /// The object of a handle, unless it was destroyed.
    public Optional<TextureObject> find(long handle) {
        return Optional.ofNullable(objects.get(handle));
    }

    /// Destroys an object.
    ///
    /// @return whether the handle named one
    public boolean remove(long handle) {
        return objects.remove(handle) != null;
    }

    /// Whether a handle named an object that was destroyed.
    public boolean isDestroyed(long handle) {
        return handle > 0 && handle <= last.get() && !objects.containsKey(handle);
    }

    /// What a handle names, for messages.
    public String describe(long handle) {
        if (handle <= 0 || handle > last.get()) {
            return "no texture or surface object";
        }
        return find(handle)
                .map(object ->
                        switch (object) {
                            case Texture _ -> "a texture object";
                            case Surface _ -> "a surface object";
                        })
                .orElse("a destroyed object");
    }
}
