package org.offloadtck.runtime.image;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Capability;
import org.offloadtck.runtime.indirect.FunctionPointerTable;
import org.offloadtck.runtime.memory.DeviceChannel;

/// Passes the table of all indirect functions to the device's plugin, if the profile's design
/// registers the table with the plugin and the plugin supports it.
///
/// Requirements: IC-21, IC-22, IC-23, IC-24, IC-25, IC-26, IC-27, IC-28, IC-33, IC-34.
///
/// @see "declare_target_indirect.md, Runtime handling of function pointers"
public final class FunctionPointerRegistration {

    private final AbiProfile profile;
    private final DeviceChannel channel;
    private FunctionPointerTable registered = FunctionPointerTable.EMPTY;

    public FunctionPointerRegistration(AbiProfile profile, DeviceChannel channel) {
        this.profile = profile;
        this.channel = channel;
    }

    /// Registers the functions of `images`, all images that are loaded. Programs that were loaded
    /// earlier get the new table too.
    public void register(Collection<LoadedImage> images) {
        switch (profile.entries().indirect()) {
            case NONE, ADDRESS_VARIABLE -> {}
            case FUNCTION -> {
                List<DeviceEntry> entries = new ArrayList<>();
                images.forEach(image -> entries.addAll(image.entries()));
                register(DeviceEntry.functions(entries));
            }
        }
    }

    private void register(FunctionPointerTable functions) {
        boolean isNews = !functions.isEmpty() || !registered.isEmpty();
        if (isNews && channel.device().capabilities().contains(Capability.FUNCTION_POINTER_MAP)) {
            channel.device().setFunctionPointerMap(functions.bytes());
            registered = functions;
        }
    }
}
