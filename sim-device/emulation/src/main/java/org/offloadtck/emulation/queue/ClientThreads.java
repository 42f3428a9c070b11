package org.offloadtck.emulation.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/// The threads of a client process, as the operating system reports them (proc_pid_syscall(5),
/// proc_pid_status(5)).
///
/// A thread can do nothing if it waits for a reply of this server, or without a limit of time for a
/// futex, which only another thread can wake. If that is so of all threads, and no thread has run
/// between two observations, the process does nothing until a reply arrives.
public final class ClientThreads {

    /// System calls of x86-64 Linux: `recvfrom`, in which the client library waits, and `futex`.
    private static final String RECEIVE = "45";

    private static final String FUTEX = "202";

    /// `FUTEX_CMD_MASK`, `FUTEX_WAIT`, `FUTEX_WAIT_BITSET` of futex(2).
    private static final long COMMAND = ~(128L | 256L);

    private static final long WAIT = 0;
    private static final long WAIT_BITSET = 9;

    private static final int OPERATION_FIELD = 2;
    private static final int TIMEOUT_FIELD = 4;
    private static final int HEXADECIMAL = 16;

    private final long process;
    private final IntSupplier helpers;
    private Map<String, String> before = Map.of();

    /// @param process its id
    /// @param helpers number of threads of the client library that wait for the server
    public ClientThreads(long process, IntSupplier helpers) {
        this.process = process;
        this.helpers = helpers;
    }

    /// Whether all threads wait, and have waited since the previous call.
    ///
    /// @param calling threads that wait for the end of a call
    boolean areBlocked(int calling) {
        var now = new TreeMap<String, String>();
        int replies = 0;
        try (var tasks = Files.newDirectoryStream(Path.of("/proc/%d/task".formatted(process)))) {
            replies = observe(tasks, now);
        } catch (IOException | UncheckedIOException _) {
            now.clear();
        }
        boolean isSame = !now.isEmpty() && now.equals(before);
        before = now;
        return isSame && replies == calling + helpers.getAsInt();
    }

    /// Observes the threads.
    ///
    /// @return how many wait in [#RECEIVE]; -1 if a thread does not wait
    private static int observe(DirectoryStream<Path> tasks, Map<String, String> observed)
            throws IOException {
        int replies = 0;
        for (var task : tasks) {
            var call = Files.readString(task.resolve("syscall")).strip();
            observed.put(task.toString(), call + switches(task));
            var fields = List.of(call.split(" "));
            if (fields.getFirst().equals(RECEIVE)) {
                replies++;
            } else if (!isEndlessWait(fields)) {
                return -1;
            }
        }
        return replies;
    }

    private static boolean isEndlessWait(List<String> fields) {
        if (!fields.getFirst().equals(FUTEX) || fields.size() <= TIMEOUT_FIELD) {
            return false;
        }
        long operation = number(fields.get(OPERATION_FIELD)) & COMMAND;
        boolean waits = operation == WAIT || operation == WAIT_BITSET;
        return waits && number(fields.get(TIMEOUT_FIELD)) == 0;
    }

    private static long number(String field) {
        return Long.parseUnsignedLong(field.substring("0x".length()), HEXADECIMAL);
    }

    /// The lines of context switches of a thread.
    private static List<String> switches(Path task) throws IOException {
        return Files.readAllLines(task.resolve("status")).stream()
                .filter(line -> line.contains("ctxt_switches"))
                .toList();
    }
}
