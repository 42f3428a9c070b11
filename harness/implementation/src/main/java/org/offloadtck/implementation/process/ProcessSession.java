package org.offloadtck.implementation.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The processes of a session of their own: those that a process started, also those whose parent
/// has ended.
///
/// @param id of the session, which is the process that leads it
record ProcessSession(long id) {

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private static final Path PROCESSES = Path.of("/proc");

    /// The index of the session among the fields after the name of the command (proc(5), field 6 of
    /// `/proc/PID/stat`).
    private static final int SESSION = 3;

    /// The most times that new processes of an ending session are searched.
    private static final int ROUNDS = 1000;

    /// Whether this machine can start sessions.
    static boolean isAvailable() {
        return Files.isExecutable(SETSID) && Files.isDirectory(PROCESSES);
    }

    /// The command line that runs `words` as leader of a session. `setsid` replaces itself by the
    /// command, so that process id and exit status are those of the command.
    static List<String> leading(List<String> words) {
        var all = new ArrayList<>(List.of(SETSID.toString()));
        all.addAll(words);
        return all;
    }

    /// The living processes.
    List<Long> members() {
        var members = new ArrayList<Long>();
        try (var processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (var process : processes) {
                if (isMember(process)) {
                    members.add(Long.valueOf(process.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            return List.copyOf(members);
        }
        return List.copyOf(members);
    }

    private boolean isMember(Path process) {
        try {
            var status = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            var fields = status.substring(status.lastIndexOf(')') + 2).split(" ", SESSION + 2);
            return !fields[0].equals("Z") && fields[SESSION].equals(Long.toString(id));
        } catch (IOException _) {
            // The process has ended.
            return false;
        }
    }

    /// Ends all processes, also those that are started meanwhile.
    void end() {
        for (int round = 0; round < ROUNDS; round++) {
            var members = members();
            if (members.isEmpty()) {
                return;
            }
            members.forEach(
                    process -> ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly));
        }
    }
}
