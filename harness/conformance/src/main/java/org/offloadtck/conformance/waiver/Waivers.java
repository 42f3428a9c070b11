package org.offloadtck.conformance.waiver;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// The waivers of all files of a run, in the order of the command line and of the rows.
public record Waivers(List<Waiver> waivers) {

    public static final Waivers NONE = new Waivers(List.of());

    public Waivers {
        waivers = List.copyOf(waivers);
    }

    /// Reads files, each a list of rows with the fields of [Waiver].
    ///
    /// @throws org.offloadtck.data.DataException if a row is no waiver, or two rows of the files
    ///   have one id
    public static Waivers load(List<DataText> files) {
        return new Waivers(RowList.read(files, Waivers::waiver, Waiver::id));
    }

    /// The waiver that decides the verdict of a result: the first that is in force and covers it.
    /// Later ones have no effect on it.
    public Optional<Waiver> deciding(String key, LocalDate today) {
        return waivers.stream()
                .filter(waiver -> waiver.isInForce(today) && waiver.covers(key))
                .findFirst();
    }

    /// The first waiver that covered a result until it expired.
    public Optional<Waiver> expired(String key, LocalDate today) {
        return waivers.stream()
                .filter(waiver -> !waiver.isInForce(today) && waiver.covers(key))
                .findFirst();
    }

    /// Reads the fields of a waiver.
    public static Waiver waiver(Fields row) {
        return new Waiver(
                row.filledText("id"),
                row.filledText("results"),
                row.filledText("reason"),
                row.filledText("owner"),
                row.filledText("issue"),
                row.date("expires"));
    }
}
