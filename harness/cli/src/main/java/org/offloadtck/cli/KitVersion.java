package org.offloadtck.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The version of the kit, as its jar's manifest states it.
final class KitVersion implements IVersionProvider {

    static String current() {
        return Optional.ofNullable(KitVersion.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"offload-tck " + current()};
    }
}
