/* Connectionist temporal classification (Graves et al., 2006), in device code. A sequence of labels has a blank, symbol 0, before,
 * between and behind its labels: its states. Probabilities are logarithms. */
#ifndef OFFLOAD_TCK_CUDNN_TEMPORAL_H
#define OFFLOAD_TCK_CUDNN_TEMPORAL_H

#include "operands.h"

/* A sequence: its labels, and its part of the work area. */
template <class Number> struct sequence {
    int64_t number;
    const int32_t *labels;
    int64_t states;
    int64_t times;
    bool is_possible; /* there is a time for each label, and for a blank between equal ones */
    Number *divisors; /* of the softmax, of each time */
    Number *forward;  /* of each time and state: the paths that end there */
    Number *backward; /* of two times: the paths that go on from there */
};

template <class Number> DEVICE int64_t most_states(const temporal &temporal) { return 2 * temporal.most_labels + 1; }

template <class Number> DEVICE sequence<Number> sequence_of(const temporal &temporal, int64_t number) {
    const int32_t *lengths = (const int32_t *)temporal.label_lengths;
    const int32_t *labels = (const int32_t *)temporal.labels;
    for (int64_t each = 0; each < number; each++) {
        labels += lengths[each];
    }
    int64_t length = lengths[number];
    int64_t times = ((const int32_t *)temporal.input_lengths)[number];
    int64_t needed = length;
    for (int64_t each = 1; each < length; each++) {
        needed += labels[each] == labels[each - 1];
    }
    Number *work = (Number *)(temporal.work + number * temporal.work_step);
    Number *forward = work + temporal.times;
    Number *backward = forward + temporal.times * most_states<Number>(temporal);
    bool is_possible = needed <= times && times > 0 && times <= temporal.times && length <= temporal.most_labels;
    return {number, labels, 2 * length + 1, times, is_possible, work, forward, backward};
}

template <class Number> DEVICE int64_t symbol(const sequence<Number> &sequence, int64_t state) {
    return state % 2 == 0 ? 0 : sequence.labels[state / 2];
}

/* Whether a path may skip the blank before a state. */
template <class Number> DEVICE bool may_skip(const sequence<Number> &sequence, int64_t state) {
    return state % 2 == 1 && state > 1 && symbol(sequence, state) != symbol(sequence, state - 2);
}

/* log(e^a + e^b). */
template <class Number> DEVICE Number joined(Number a, Number b) {
    Number most = a > b ? a : b;
    Number less = a > b ? b : a;
    return less == -infinity<Number>() ? most : most + logarithm(1 + exponential(less - most));
}

template <class Number>
DEVICE int64_t place_of(const operand &operand, const sequence<Number> &sequence, int64_t time, int64_t symbol) {
    return time * operand.steps[0] + sequence.number * operand.steps[1] + symbol * operand.steps[2];
}

template <class Element, class Number>
DEVICE Number log_probability(const temporal &temporal, const sequence<Number> &sequence, int64_t time,
                              int64_t symbol) {
    Number x = read<Element, Number>(temporal.x, place_of(temporal.x, sequence, time, symbol));
    return temporal.is_normalised ? logarithm(x) : x - sequence.divisors[time];
}

template <class Element, class Number>
DEVICE void find_divisors(const temporal &temporal, const sequence<Number> &sequence) {
    for (int64_t time = thread_x(); time < sequence.times; time += THREADS) {
        Number most = -infinity<Number>();
        Number sum = 0;
        for (int64_t each = 0; each < temporal.symbols; each++) {
            most = greater_of::of(most, read<Element, Number>(temporal.x, place_of(temporal.x, sequence, time, each)));
        }
        for (int64_t each = 0; each < temporal.symbols; each++) {
            sum += exponential(read<Element, Number>(temporal.x, place_of(temporal.x, sequence, time, each)) - most);
        }
        sequence.divisors[time] = most + logarithm(sum);
    }
    barrier();
}

/* The paths that end in a state at a time, with the probability of its symbol. */
template <class Element, class Number>
DEVICE Number forward_of(const temporal &temporal, const sequence<Number> &sequence, int64_t time, int64_t state) {
    Number sum = -infinity<Number>();
    if (time == 0) {
        sum = state < 2 ? 0 : sum;
    } else {
        const Number *before = sequence.forward + (time - 1) * most_states<Number>(temporal);
        sum = before[state];
        sum = state > 0 ? joined(sum, before[state - 1]) : sum;
        sum = may_skip(sequence, state) ? joined(sum, before[state - 2]) : sum;
    }
    return sum + log_probability<Element>(temporal, sequence, time, symbol(sequence, state));
}

/* The paths that go on from a state after a time. `after` has those of the next time. */
template <class Element, class Number>
DEVICE Number backward_of(const temporal &temporal, const sequence<Number> &sequence, int64_t time, int64_t state,
                          const Number *after) {
    if (time == sequence.times - 1) {
        return state >= sequence.states - 2 ? 0 : -infinity<Number>();
    }
    Number sum = -infinity<Number>();
    for (int64_t next = state; next < state + 3 && next < sequence.states; next++) {
        if (next < state + 2 || may_skip(sequence, next)) {
            Number own = log_probability<Element>(temporal, sequence, time + 1, symbol(sequence, next));
            sum = joined(sum, after[next] + own);
        }
    }
    return sum;
}

template <class Number> DEVICE bool is_first_of_symbol(const sequence<Number> &sequence, int64_t state) {
    for (int64_t each = state % 2; each < state; each += 2) {
        if (state % 2 == 0 || symbol(sequence, each) == symbol(sequence, state)) {
            return false;
        }
    }
    return true;
}

/* The paths that have the symbol of a state at a time, divided by all paths. */
template <class Number>
DEVICE Number occupancy(const temporal &temporal, const sequence<Number> &sequence, int64_t time, int64_t state,
                        const Number *backward, Number all) {
    const Number *forward = sequence.forward + time * most_states<Number>(temporal);
    Number sum = 0;
    for (int64_t each = state; each < sequence.states; each += 2) {
        if (symbol(sequence, each) == symbol(sequence, state)) {
            sum += exponential(forward[each] + backward[each] - all);
        }
    }
    return sum;
}

/* The gradients of one time: the probability of a symbol less its occupancy. */
template <class Element, class Number>
DEVICE void write_gradients(const temporal &temporal, const sequence<Number> &sequence, int64_t time,
                            const Number *backward, Number all) {
    for (int64_t each = thread_x(); each < temporal.symbols; each += THREADS) {
        Number value = exponential(log_probability<Element>(temporal, sequence, time, each));
        write<Element, Number>(temporal.gradient, place_of(temporal.gradient, sequence, time, each), value);
    }
    barrier();
    for (int64_t state = thread_x(); state < sequence.states; state += THREADS) {
        if (is_first_of_symbol(sequence, state)) {
            int64_t to = place_of(temporal.gradient, sequence, time, symbol(sequence, state));
            Number value = read<Element, Number>(temporal.gradient, to);
            value -= occupancy(temporal, sequence, time, state, backward, all);
            write<Element, Number>(temporal.gradient, to, value);
        }
    }
}

template <class Element, class Number>
DEVICE void clear_gradients(const temporal &temporal, const sequence<Number> &sequence, int64_t from) {
    int64_t end = temporal.times * temporal.symbols;
    for (int64_t each = from * temporal.symbols + thread_x(); each < end; each += THREADS) {
        int64_t to = place_of(temporal.gradient, sequence, each / temporal.symbols, each % temporal.symbols);
        write<Element, Number>(temporal.gradient, to, 0);
    }
}

/* Sets the cost of a sequence, and returns the probability of all its paths. */
template <class Element, class Number>
DEVICE Number run_forward(const temporal &temporal, const sequence<Number> &sequence) {
    for (int64_t time = 0; time < sequence.times; time++) {
        Number *to = sequence.forward + time * most_states<Number>(temporal);
        for (int64_t state = thread_x(); state < sequence.states; state += THREADS) {
            to[state] = forward_of<Element>(temporal, sequence, time, state);
        }
        barrier();
    }
    const Number *last = sequence.forward + (sequence.times - 1) * most_states<Number>(temporal);
    return sequence.states == 1 ? last[0] : joined(last[sequence.states - 1], last[sequence.states - 2]);
}

template <class Element, class Number>
DEVICE void run_backward(const temporal &temporal, const sequence<Number> &sequence, Number all) {
    for (int64_t time = sequence.times - 1; time >= 0; time--) {
        Number *to = sequence.backward + time % 2 * most_states<Number>(temporal);
        const Number *after = sequence.backward + (time + 1) % 2 * most_states<Number>(temporal);
        for (int64_t state = thread_x(); state < sequence.states; state += THREADS) {
            to[state] = backward_of<Element>(temporal, sequence, time, state, after);
        }
        barrier();
        write_gradients<Element>(temporal, sequence, time, to, all);
    }
    clear_gradients<Element>(temporal, sequence, sequence.times);
}

/* A sequence that is too short for its labels has an infinite cost. */
template <class Element, class Number> DEVICE void classify(const temporal &temporal) {
    sequence<Number> sequence = sequence_of<Number>(temporal, block_x());
    Number all = -infinity<Number>();
    if (sequence.is_possible) {
        find_divisors<Element>(temporal, sequence);
        all = run_forward<Element>(temporal, sequence);
    }
    if (thread_x() == 0) {
        ((Element *)temporal.costs)[block_x()] = narrow<Element>::of(-all);
    }
    if (temporal.gradient.data != 0 && sequence.is_possible) {
        run_backward<Element>(temporal, sequence, all);
    } else if (temporal.gradient.data != 0 && temporal.clears_gradients) {
        clear_gradients<Element>(temporal, sequence, 0);
    }
}

#endif
