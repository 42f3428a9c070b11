/* Recurrent networks, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_RECURRENCE_KERNELS_H
#define OFFLOAD_TCK_CUDNN_RECURRENCE_KERNELS_H

#include "attention.h"
#include "recurrent_products.h"

namespace recurrent {

/* The threads of a block, which take the units of a layer. */
DEVICE unsigned workers() { return __nvvm_read_ptx_sreg_ntid_x(); }

/* One step of a sequence, and the output of the step before it, or null for zeros. */
template <class Element> struct moment {
    int64_t step;
    int64_t before; /* the step before, or below 0 */
    int64_t sequence;
    const Element *output;
};

template <class Element> DEVICE Element *output_at(const recurrence &layer, int64_t step) {
    int64_t row = layer.y.rows == 0 ? step : entry(layer.y.rows, step);
    return (Element *)layer.y.data + row * layer.y.stride;
}

/* The step that is number `done` of a sequence in the order of the direction. */
template <class Element> DEVICE moment<Element> moment_of(const recurrence &layer, int64_t sequence, int64_t done) {
    int64_t first = entry(layer.tables.firsts, sequence);
    int64_t last = first + entry(layer.tables.lengths, sequence) - 1;
    moment<Element> at;
    at.sequence = sequence;
    at.step = layer.is_reverse ? last - done : first + done;
    at.before = done == 0 ? -1 : layer.is_reverse ? at.step + 1 : at.step - 1;
    at.output = done > 0         ? output_at<Element>(layer, at.before)
                : layer.hx == 0 ? nullptr
                                : (const Element *)layer.hx + sequence * layer.output_size;
    return at;
}

template <class Element, class Number>
DEVICE Number cell_before(const recurrence &layer, const moment<Element> &at, int64_t unit) {
    if (at.before >= 0) {
        return ((const Number *)layer.memory)[at.before * layer.hidden_size + unit];
    }
    return layer.cx == 0 ? 0 : widen(((const Element *)layer.cx)[at.sequence * layer.hidden_size + unit]);
}

/* Terms that a loop adds at a time. */
enum { TERMS = 4 };

/* Adds a product for each gate. */
template <int gates, class Element, class Number>
DEVICE void add_term(Number value, const Element *const (&weights)[gates], int64_t at, Number (&sums)[gates]) {
#pragma unroll
    for (int gate = 0; gate < gates; gate++) {
        sums[gate] = fused(value, (Number)widen(weights[gate][at]), sums[gate]);
    }
}

/* Adds the products of the output before and the recurrent matrices to the sums of the gates of a unit. */
template <int gates, class Element, class Number>
DEVICE void add_recurrent(const recurrence &layer, const Element *output, int64_t unit, Number (&sums)[gates]) {
    const Element *weights[gates];
    int64_t count = output == nullptr ? 0 : layer.output_size;
    int64_t each = 0;
#pragma unroll
    for (int gate = 0; gate < gates; gate++) {
        weights[gate] = (const Element *)layer.weights + (gate * layer.hidden_size + unit) * layer.output_size;
    }
#pragma unroll 1
    for (; each + TERMS <= count; each += TERMS) {
#pragma unroll
        for (int term = 0; term < TERMS; term++) {
            add_term<gates, Element, Number>(widen(output[each + term]), weights, each + term, sums);
        }
    }
#pragma unroll 1
    for (; each < count; each++) {
        add_term<gates, Element, Number>(widen(output[each]), weights, each, sums);
    }
}

/* Adds the products of numbers and of weights, which are `step` apart. */
template <class Element, class Number>
DEVICE Number add_products(const Number *numbers, const Element *weights, int64_t step, int64_t count, Number sum) {
    int64_t each = 0;
#pragma unroll 1
    for (; each + TERMS <= count; each += TERMS) {
#pragma unroll
        for (int term = 0; term < TERMS; term++) {
            sum = fused(numbers[each + term], (Number)widen(*weights), sum);
            weights += step;
        }
    }
#pragma unroll 1
    for (; each < count; each++) {
        sum = fused(numbers[each], (Number)widen(*weights), sum);
        weights += step;
    }
    return sum;
}

template <class Number> DEVICE Number limited(const recurrence &layer, Number cell) {
    if (!layer.is_limited || (layer.keeps_nan && is_nan(cell))) {
        return cell;
    }
    return !(cell > (Number)layer.low) ? (Number)layer.low : cell > (Number)layer.high ? (Number)layer.high : cell;
}

/* The values of the gates replace their sums. Returns the output of the unit ("cuDNN API Reference", cudnnRNNMode_t). */
template <class Element, class Number>
DEVICE Number activate(const recurrence &layer, const moment<Element> &, int64_t, Number (&gates)[1], Number *) {
    gates[0] = layer.mode == CUDNN_RNN_TANH ? hyperbolic_tangent(gates[0]) : gates[0] < 0 ? 0 : gates[0];
    return gates[0];
}

template <class Element, class Number>
DEVICE Number activate(const recurrence &layer, const moment<Element> &at, int64_t unit, Number (&gates)[4],
                       Number *memory) {
    Number before = cell_before<Element, Number>(layer, at, unit);
    gates[0] = sigmoid(gates[0]);
    gates[1] = sigmoid(gates[1]);
    gates[2] = hyperbolic_tangent(gates[2]);
    gates[3] = sigmoid(gates[3]);
    *memory = limited(layer, gates[1] * before + gates[0] * gates[2]);
    return gates[3] * hyperbolic_tangent(*memory);
}

/* `memory` is the recurrent part of the new memory. */
template <class Element, class Number>
DEVICE Number activate(const recurrence &, const moment<Element> &at, int64_t unit, Number (&gates)[3],
                       Number *memory) {
    Number before = at.output == nullptr ? 0 : widen(at.output[unit]);
    gates[0] = sigmoid(gates[0]);
    gates[1] = sigmoid(gates[1]);
    gates[2] = hyperbolic_tangent(gates[2] + gates[0] * *memory);
    return (1 - gates[1]) * gates[2] + gates[1] * before;
}

template <int gates, class Element, class Number>
DEVICE void advance(const recurrence &layer, const moment<Element> &at, int64_t unit) {
    Number sums[gates] = {};
    Number *values = (Number *)layer.gates + at.step * gates * layer.hidden_size + unit;
    Number *memory = (Number *)layer.memory + at.step * layer.hidden_size + unit;
    Number kept = 0;
    add_recurrent(layer, at.output, unit, sums);
    if (gates == 3) {
        kept = sums[gates - 1] + (layer.bias == 0 ? 0 : widen(((const Element *)layer.bias)[unit]));
        sums[gates - 1] = 0;
    }
#pragma unroll
    for (int gate = 0; gate < gates; gate++) {
        sums[gate] += values[gate * layer.hidden_size];
    }
    Number output = activate<Element, Number>(layer, at, unit, sums, &kept);
#pragma unroll
    for (int gate = 0; gate < gates; gate++) {
        values[gate * layer.hidden_size] = sums[gate];
    }
    if (gates > 1) {
        *memory = kept;
    }
    if (layer.projection != 0) {
        ((Number *)layer.hidden)[at.step * layer.hidden_size + unit] = output;
    } else {
        output_at<Element>(layer, at.step)[unit] = narrow<Element>::of(output);
    }
}

template <class Element, class Number> DEVICE void project(const recurrence &layer, int64_t step) {
    const Number *hidden = (const Number *)layer.hidden + step * layer.hidden_size;
    for (int64_t each = thread_x(); each < layer.output_size; each += workers()) {
        const Element *weights = (const Element *)layer.projection + each * layer.hidden_size;
        Number sum = add_products(hidden, weights, 1, layer.hidden_size, (Number)0);
        output_at<Element>(layer, step)[each] = narrow<Element>::of(sum);
    }
}

/* The output after the last step, and the last cells; of a sequence without steps, the initial ones. */
template <class Element, class Number> DEVICE void write_last(const recurrence &layer, int64_t sequence) {
    moment<Element> at = moment_of<Element>(layer, sequence, entry(layer.tables.lengths, sequence));
    for (int64_t each = thread_x(); layer.hy != 0 && each < layer.output_size; each += workers()) {
        ((Element *)layer.hy)[sequence * layer.output_size + each] = at.output == nullptr ? Element{} : at.output[each];
    }
    for (int64_t unit = thread_x(); layer.cy != 0 && unit < layer.hidden_size; unit += workers()) {
        ((Element *)layer.cy)[sequence * layer.hidden_size + unit] =
            narrow<Element>::of(cell_before<Element, Number>(layer, at, unit));
    }
}

/* A block runs a sequence, since a step needs the outputs of the one before it. */
template <class Element, class Number> DEVICE void recur(const recurrence &layer) {
    int64_t sequence = block_x();
    int64_t length = entry(layer.tables.lengths, sequence);
#pragma unroll 1
    for (int64_t done = 0; done < length; done++) {
        moment<Element> at = moment_of<Element>(layer, sequence, done);
#pragma unroll 1
        for (int64_t unit = thread_x(); unit < layer.hidden_size; unit += workers()) {
            if (layer.mode == CUDNN_LSTM) {
                advance<4, Element, Number>(layer, at, unit);
            } else if (layer.mode == CUDNN_GRU) {
                advance<3, Element, Number>(layer, at, unit);
            } else {
                advance<1, Element, Number>(layer, at, unit);
            }
        }
        barrier();
        if (layer.projection != 0) {
            project<Element, Number>(layer, at.step);
            barrier();
        }
    }
    write_last<Element, Number>(layer, sequence);
}

/* The gradients of the sums of the gates of a unit, from that of its output; and the part of the gradient of the earlier
 * output that does not pass through the sums. `cell` is the gradient of the cell. */
template <class Element, class Number>
DEVICE Number derive(const recurrence &layer, const moment<Element> &, int64_t, Number output, Number *,
                     Number (&gates)[1], Number *) {
    gates[0] = layer.mode == CUDNN_RNN_TANH ? output * (1 - gates[0] * gates[0]) : gates[0] > 0 ? output : 0;
    return 0;
}

template <class Element, class Number>
DEVICE Number derive(const recurrence &layer, const moment<Element> &at, int64_t unit, Number output, Number *cell,
                     Number (&gates)[4], Number *memory) {
    Number before = cell_before<Element, Number>(layer, at, unit);
    Number found = hyperbolic_tangent(*memory);
    Number in = gates[0], forget = gates[1], fresh = gates[2], out = gates[3];
    Number total = *cell + output * out * (1 - found * found);
    if (layer.is_limited && (*memory <= (Number)layer.low || *memory >= (Number)layer.high)) {
        total = 0;
    }
    gates[0] = total * fresh * in * (1 - in);
    gates[1] = total * before * forget * (1 - forget);
    gates[2] = total * in * (1 - fresh * fresh);
    gates[3] = output * found * out * (1 - out);
    *cell = total * forget;
    return 0;
}

template <class Element, class Number>
DEVICE Number derive(const recurrence &, const moment<Element> &at, int64_t unit, Number output, Number *,
                     Number (&gates)[3], Number *memory) {
    Number before = at.output == nullptr ? 0 : widen(at.output[unit]);
    Number reset = gates[0], update = gates[1], fresh = gates[2];
    gates[2] = output * (1 - update) * (1 - fresh * fresh);
    gates[1] = output * (before - fresh) * update * (1 - update);
    gates[0] = gates[2] * *memory * reset * (1 - reset);
    *memory = gates[2] * reset;
    return output * update;
}

template <int gates, class Element, class Number>
DEVICE void retreat(const recurrence &layer, const moment<Element> &at, int64_t unit, Number output) {
    int64_t first = at.step * gates * layer.hidden_size + unit;
    Number *states = (Number *)layer.states + at.sequence * (layer.output_size + layer.hidden_size);
    Number values[gates];
    Number memory = gates > 1 ? ((const Number *)layer.memory)[at.step * layer.hidden_size + unit] : 0;
    Number cell = gates == 4 ? states[layer.output_size + unit] : 0;
#pragma unroll
    for (int gate = 0; gate < gates; gate++) {
        values[gate] = ((const Number *)layer.gates)[first + gate * layer.hidden_size];
    }
    Number rest = derive<Element, Number>(layer, at, unit, output, &cell, values, &memory);
#pragma unroll
    for (int gate = 0; gate < gates; gate++) {
        ((Number *)layer.input_gradients)[first + gate * layer.hidden_size] = values[gate];
        if (gates == 3) {
            ((Number *)layer.recurrent_gradients)[first + gate * layer.hidden_size] = gate == 2 ? memory : values[gate];
        }
    }
    if (gates == 4) {
        states[layer.output_size + unit] = cell;
    }
    if (gates == 3) {
        states[unit] = rest;
    }
}

/* The gradient of the output of a unit before the projection. */
template <class Element, class Number>
DEVICE Number output_gradient(const recurrence &layer, const moment<Element> &at, int64_t unit) {
    const Number *states = (const Number *)layer.states + at.sequence * (layer.output_size + layer.hidden_size);
    if (layer.projection == 0) {
        return states[unit] + read_line<Element, Number>(layer.dy, at.step, unit);
    }
    const Number *totals = (const Number *)layer.output_gradients + at.step * layer.output_size;
    const Element *weights = (const Element *)layer.projection + unit;
    return add_products(totals, weights, layer.hidden_size, layer.output_size, (Number)0);
}

/* Adds what the steps after this one give to the gradient of a projected output. */
template <class Element, class Number> DEVICE void add_outputs(const recurrence &layer, const moment<Element> &at) {
    const Number *states = (const Number *)layer.states + at.sequence * (layer.output_size + layer.hidden_size);
    for (int64_t each = thread_x(); each < layer.output_size; each += workers()) {
        ((Number *)layer.output_gradients)[at.step * layer.output_size + each] =
            states[each] + read_line<Element, Number>(layer.dy, at.step, each);
    }
}

/* The gradient of the output before: the products of the gradients of sums and the recurrent matrices. */
template <class Element, class Number>
DEVICE void derive_before(const recurrence &layer, const moment<Element> &at, int64_t gates) {
    Number *states = (Number *)layer.states + at.sequence * (layer.output_size + layer.hidden_size);
    int64_t count = gates * layer.hidden_size;
    const Number *gradients = (const Number *)layer.recurrent_gradients + at.step * count;
    for (int64_t each = thread_x(); each < layer.output_size; each += workers()) {
        const Element *weights = (const Element *)layer.weights + each;
        states[each] = add_products(gradients, weights, layer.output_size, count, gates == 3 ? states[each] : 0);
    }
}

template <class Element, class Number>
DEVICE void start_states(const recurrence &layer, int64_t sequence) {
    Number *states = (Number *)layer.states + sequence * (layer.output_size + layer.hidden_size);
    for (int64_t each = thread_x(); each < layer.output_size; each += workers()) {
        states[each] = layer.dhy == 0 ? 0 : widen(((const Element *)layer.dhy)[sequence * layer.output_size + each]);
    }
    for (int64_t unit = thread_x(); unit < layer.hidden_size; unit += workers()) {
        states[layer.output_size + unit] =
            layer.dcy == 0 ? 0 : widen(((const Element *)layer.dcy)[sequence * layer.hidden_size + unit]);
    }
}

template <class Element, class Number>
DEVICE void write_states(const recurrence &layer, int64_t sequence) {
    const Number *states = (const Number *)layer.states + sequence * (layer.output_size + layer.hidden_size);
    for (int64_t each = thread_x(); layer.dhx != 0 && each < layer.output_size; each += workers()) {
        ((Element *)layer.dhx)[sequence * layer.output_size + each] = narrow<Element>::of(states[each]);
    }
    for (int64_t unit = thread_x(); layer.dcx != 0 && unit < layer.hidden_size; unit += workers()) {
        ((Element *)layer.dcx)[sequence * layer.hidden_size + unit] =
            narrow<Element>::of(states[layer.output_size + unit]);
    }
}

/* The steps in the opposite order. Threads read the states that they have written, except behind a barrier. */
template <class Element, class Number> DEVICE void recur_back(const recurrence &layer) {
    int64_t sequence = block_x();
    int64_t gates = layer.mode == CUDNN_LSTM ? 4 : layer.mode == CUDNN_GRU ? 3 : 1;
    start_states<Element, Number>(layer, sequence);
#pragma unroll 1
    for (int64_t done = entry(layer.tables.lengths, sequence) - 1; done >= 0; done--) {
        moment<Element> at = moment_of<Element>(layer, sequence, done);
        if (layer.projection != 0) {
            add_outputs<Element, Number>(layer, at);
            barrier();
        }
#pragma unroll 1
        for (int64_t unit = thread_x(); unit < layer.hidden_size; unit += workers()) {
            Number output = output_gradient<Element, Number>(layer, at, unit);
            if (gates == 4) {
                retreat<4, Element, Number>(layer, at, unit, output);
            } else if (gates == 3) {
                retreat<3, Element, Number>(layer, at, unit, output);
            } else {
                retreat<1, Element, Number>(layer, at, unit, output);
            }
        }
        barrier();
        derive_before<Element, Number>(layer, at, gates);
    }
    write_states<Element, Number>(layer, sequence);
}

} // namespace recurrent

/* The kernels for tensors of Element, which are computed with in Number. */
#define RECURRENCE(name, Element, Number)                                                                              \
    ATTENTION(name, Element, Number)                                                                              \
    KERNEL offload_tck_dnn_tabulate_##name(chunk chunk) {                                                              \
        for (int64_t each = thread(); each < chunk.count; each += threads()) {                                         \
            ((int32_t *)chunk.to)[each] = chunk.values[each];                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_number_##name(tables tables) {                                                              \
        recurrent::number_steps(tables);                                                                               \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_pad_sequences_##name(sequence_padding padding) {                                            \
        recurrent::pad<Element>(padding);                                                                              \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_multiply_small_##name(multiplication product) {                                             \
        recurrent::multiply<2, Element, Number>(product);                                                              \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_multiply_##name(multiplication product) {                                                   \
        recurrent::multiply<4, Element, Number>(product);                                                              \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_recur_##name(recurrence layer) {                                                            \
        recurrent::recur<Element, Number>(layer);                                                                      \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_recur_back_##name(recurrence layer) {                                                       \
        recurrent::recur_back<Element, Number>(layer);                                                                 \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_total_##name(totals totals) {                                                               \
        recurrent::add_totals<Element, Number>(totals);                                                                \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_fold_##name(fold fold) {                                                                    \
        recurrent::fold_gates<Element, Number>(fold);                                                                  \
    }

#endif
