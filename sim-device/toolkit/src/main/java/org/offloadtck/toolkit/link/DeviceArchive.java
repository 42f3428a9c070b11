package org.offloadtck.toolkit.link;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.bytes.MalformedObjectException;

/// An archive as input of a link. A member takes part if it defines a symbol that is still
/// undefined.
final class DeviceArchive {

    private final List<DeviceObjectFile> members;

    private DeviceArchive(List<DeviceObjectFile> members) {
        this.members = new ArrayList<>(members);
    }

    /// Reads an archive. Skips members that are not device containers or are for other
    /// architectures, since a library may contain code for the host and for several devices.
    ///
    /// @param file its path, which names it in diagnostics
    /// @throws MalformedObjectException if the bytes are not an archive, or a damaged one
    static DeviceArchive of(String file, byte[] bytes, GpuArchitecture gpu) {
        var archive = Archive.parse(file, bytes, member -> thinMember(file, member));
        return new DeviceArchive(
                archive.members().stream()
                        .flatMap(member -> object(member).stream())
                        .filter(member -> member.container().sm() == gpu.number())
                        .toList());
    }

    private static Optional<DeviceObjectFile> object(ArchiveMember member) {
        try {
            return Optional.of(DeviceObjectFile.parse(member.contents()));
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> thinMember(String archive, String member) {
        try {
            return Optional.of(Files.readAllBytes(Path.of(archive).resolveSibling(member)));
        } catch (IOException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    /// Whether no member is left for this link.
    boolean isEmpty() {
        return members.isEmpty();
    }

    /// Removes and returns the first member that defines a symbol that `objects` leave undefined.
    Optional<DeviceObjectFile> extract(List<DeviceObjectFile> objects) {
        var check = new DeviceSymbolResolution(objects);
        var wanted =
                check.undefined().stream().map(undefined -> undefined.symbol().name()).toList();
        var found =
                members.stream()
                        .filter(member ->
                                member.definitions()
                                        .anyMatch(symbol -> wanted.contains(symbol.name())))
                        .findFirst();
        found.ifPresent(members::remove);
        return found;
    }
}
