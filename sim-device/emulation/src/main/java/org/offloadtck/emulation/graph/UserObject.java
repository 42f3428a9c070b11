package org.offloadtck.emulation.graph;

import java.util.function.Consumer;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.emulation.resource.Resource;

/// An object of the program with a reference count. The release of the last reference removes it
/// from the handle table and calls its destructor on a thread of the driver (CUDA driver API 13.0,
/// `cuUserObjectCreate`).
public final class UserObject implements Resource {

    private final long handle;
    private final HandleTable handles;
    private final HostCall destructor;
    private final Consumer<HostCall> host;
    private long references;

    /// References that the program owns; graphs own the others.
    private long owned;

    private UserObject(HandleTable handles, HostCall destructor, Consumer<HostCall> host) {
        this.handle = handles.newHandle(HandleKind.USER_OBJECT);
        this.handles = handles;
        this.destructor = destructor;
        this.host = host;
    }

    /// A new object, in the table.
    ///
    /// @param references that the program owns, 1 or more
    /// @param host makes a call of the program's destructor later
    public static UserObject in(
            HandleTable handles, HostCall destructor, Consumer<HostCall> host, long references) {
        var object = new UserObject(handles, destructor, host);
        object.retain(references);
        handles.add(object);
        return object;
    }

    @Override
    public long handle() {
        return handle;
    }

    /// References that the program owns.
    public long owned() {
        return owned;
    }

    /// Adds references of the program.
    public void retain(long count) {
        owned += count;
        references += count;
    }

    /// Releases references of the program, which must own them.
    public void release(long count) {
        owned -= count;
        drop(count);
    }

    /// Makes references of the program, which must own them, those of a graph.
    void move(long count) {
        owned -= count;
    }

    /// Adds references of a graph.
    void retainForGraph(long count) {
        references += count;
    }

    /// Releases references that no longer have an owner.
    void drop(long count) {
        references -= count;
        if (references == 0) {
            handles.remove(this);
            host.accept(destructor);
        }
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return false;
    }
}
