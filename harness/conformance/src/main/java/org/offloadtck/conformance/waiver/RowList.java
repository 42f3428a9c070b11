package org.offloadtck.conformance.waiver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// Rows of several YAML lists that share one space of ids.
final class RowList {

    private RowList() {}

    /// @throws DataException if a row cannot be read, or has the id of another
    static <T> List<T> read(
            List<DataText> files, Function<Fields, T> read, Function<T, String> id) {
        var sources = new HashMap<String, String>();
        var all = new ArrayList<T>();
        for (var file : files) {
            for (var row : file.yamlRows()) {
                var each = row.all(read);
                var earlier = sources.putIfAbsent(id.apply(each), file.source());
                if (earlier != null) {
                    throw row.wrong(
                            "id is that of an earlier row of %s when it should be its own"
                                    .formatted(earlier));
                }
                all.add(each);
            }
        }
        return all;
    }
}
