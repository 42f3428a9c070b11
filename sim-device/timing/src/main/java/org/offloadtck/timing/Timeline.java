package org.offloadtck.timing;

import java.util.List;
import java.util.function.LongUnaryOperator;

/// Where and when CTAs ran: of a large grid the first ones.
///
/// @param spans in the order in which the CTAs ended
/// @param omitted how many more CTAs there were
public record Timeline(List<Span> spans, long omitted) {

    /// CTAs that are kept at most: a viewer shows them without delay.
    public static final int MOST = 20_000;

    public Timeline {
        spans = List.copyOf(spans);
    }

    /// The same with other numbers of the CTAs.
    public Timeline numbered(LongUnaryOperator numbers) {
        return new Timeline(spans.stream().map(span -> span.numbered(numbers)).toList(), omitted);
    }

    /// A CTA on its multiprocessor, in cycles from the launch on.
    ///
    /// @param cta its number in the grid
    /// @param slot which of the CTAs that a multiprocessor holds at a time it was
    /// @param placed when it took the slot
    /// @param ended when its last warp ended
    /// @param warps how many it had
    public record Span(long cta, int multiprocessor, int slot, long placed, long ended, int warps) {

        private Span numbered(LongUnaryOperator numbers) {
            return new Span(numbers.applyAsLong(cta), multiprocessor, slot, placed, ended, warps);
        }

        /// The same with other numbers, each larger by so many.
        public Span moved(long ctas, int multiprocessors) {
            return new Span(
                    cta + ctas, multiprocessor + multiprocessors, slot, placed, ended, warps);
        }
    }
}
