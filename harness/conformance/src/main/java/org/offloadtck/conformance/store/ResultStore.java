package org.offloadtck.conformance.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.data.DataText;

/// Holds results with little memory: evidence in a file, equal parts of identities once. A result
/// takes about 250 bytes, whatever its evidence is.
///
/// Of one thread. The evidence of kept results cannot be read after [#close], which removes the
/// file.
public final class ResultStore implements AutoCloseable {

    private final Path path;
    private final FileChannel file;
    private final Map<Object, Object> parts = new HashMap<>();
    private long end;

    private ResultStore(Path path, FileChannel file) {
        this.path = path;
        this.file = file;
    }

    /// A store with its file in `folder`, which exists.
    ///
    /// @throws UncheckedIOException if the file cannot be created
    public static ResultStore in(Path folder) {
        try {
            var path = Files.createTempFile(folder, ".evidence", "");
            return new ResultStore(
                    path,
                    FileChannel.open(
                            path,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// An equal result that needs less memory.
    ///
    /// @throws UncheckedIOException if the file cannot be written
    public Result keep(Result result) {
        var identity = result.identity();
        return new Result(
                new ResultIdentity(
                        shared(identity.scenario()),
                        identity.parameters(),
                        shared(identity.profile()),
                        identity.stage(),
                        shared(identity.implementation()),
                        shared(identity.device())),
                shared(result.title()),
                shared(result.requirements()),
                shared(result.verdict()),
                stored(result.evidence()));
    }

    @SuppressWarnings("unchecked")
    private <T> T shared(T part) {
        return (T) parts.computeIfAbsent(part, each -> each);
    }

    private List<Evidence> stored(List<Evidence> evidence) {
        if (evidence.isEmpty()) {
            return List.of();
        }
        var text = ByteBuffer.wrap(Evidence.toJson(evidence).getBytes(UTF_8));
        var offset = end;
        try {
            while (text.hasRemaining()) {
                end += file.write(text, end);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new StoredEvidence(this, offset, text.limit(), evidence.size());
    }

    List<Evidence> read(long offset, int bytes) {
        var text = ByteBuffer.allocate(bytes);
        try {
            while (text.hasRemaining()) {
                if (file.read(text, offset + text.position()) < 0) {
                    throw new IOException("%s was cut while it was used".formatted(path));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Evidence.parse(new DataText(path.toString(), new String(text.array(), UTF_8)));
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
