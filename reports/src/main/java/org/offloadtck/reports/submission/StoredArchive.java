package org.offloadtck.reports.submission;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.SortedMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes a ZIP archive whose bytes depend on its files alone: stored entries, one time for all of
/// them, and no attributes of a file system.
final class StoredArchive {

    /// The earliest time that an entry can have (PKWARE APPNOTE 6.3.10, 4.4.6).
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private StoredArchive() {}

    /// The archive with the manifest first, then the files in the order of their names.
    static byte[] write(String manifest, SortedMap<String, byte[]> files) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes, UTF_8)) {
            add(zip, PackageManifest.NAME, manifest.getBytes(UTF_8));
            for (var file : files.entrySet()) {
                add(zip, file.getKey(), file.getValue());
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return bytes.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        var checksum = new CRC32();
        checksum.update(content);
        var entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCompressedSize(content.length);
        entry.setCrc(checksum.getValue());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
