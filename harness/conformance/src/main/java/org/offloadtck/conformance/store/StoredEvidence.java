package org.offloadtck.conformance.store;

import java.util.AbstractSequentialList;
import java.util.ListIterator;
import org.offloadtck.conformance.result.Evidence;

/// Evidence that is read from a store each time it is asked for.
final class StoredEvidence extends AbstractSequentialList<Evidence> implements Evidence.Stored {

    private final ResultStore store;
    private final long offset;
    private final int bytes;
    private final int size;

    /// @param offset of its text in the store, in bytes
    /// @param bytes of the text
    /// @param size the number of observations
    StoredEvidence(ResultStore store, long offset, int bytes, int size) {
        this.store = store;
        this.offset = offset;
        this.bytes = bytes;
        this.size = size;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public ListIterator<Evidence> listIterator(int index) {
        return store.read(offset, bytes).listIterator(index);
    }
}
