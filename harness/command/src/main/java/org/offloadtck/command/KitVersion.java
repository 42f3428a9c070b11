package org.offloadtck.command;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The version of the kit, as its jar's manifest states it.
public final class KitVersion implements IVersionProvider {

    public static String current() {
        return Optional.ofNullable(KitVersion.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"offload-tck " + current()};
    }
}
