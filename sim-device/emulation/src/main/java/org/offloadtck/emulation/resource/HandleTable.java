package org.offloadtck.emulation.resource;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The handles of a process, in the order of their creation. A handle is never reused, so a
/// destroyed object is distinguished from one that never existed.
public final class HandleTable {

    private final Map<Long, Resource> live = new LinkedHashMap<>();
    private final Map<HandleKind, Long> next = new EnumMap<>(HandleKind.class);

    /// A new handle, for an object that is then added.
    public long newHandle(HandleKind kind) {
        long handle = next(kind);
        next.put(kind, handle + HandleKind.STEP);
        return handle;
    }

    public void add(Resource resource) {
        live.put(resource.handle(), resource);
    }

    public void remove(Resource resource) {
        live.remove(resource.handle());
    }

    /// The object of a handle; empty if it is none of that class.
    public <R extends Resource> Optional<R> find(long handle, Class<R> type) {
        return Optional.ofNullable(live.get(handle)).filter(type::isInstance).map(type::cast);
    }

    /// The objects that end with a context.
    public List<Resource> ownedBy(EmulatedContext context) {
        return live.values().stream().filter(resource -> resource.belongsTo(context)).toList();
    }

    public <R extends Resource> List<R> all(Class<R> type) {
        return live.values().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Describes why a handle names no object of a kind: `is not a stream of this process`.
    public String describe(long handle, HandleKind wanted) {
        var kind = HandleKind.of(handle).filter(k -> handle >= k.first() && handle < next(k));
        if (kind.isEmpty()) {
            return "is not %s of this process".formatted(wanted.noun());
        }
        String noun = kind.get().noun();
        return live.containsKey(handle) ? "is " + noun : "is %s that was destroyed".formatted(noun);
    }

    private long next(HandleKind kind) {
        return next.getOrDefault(kind, kind.first());
    }
}
