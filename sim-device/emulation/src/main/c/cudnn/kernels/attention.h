/* Attention, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_ATTENTION_KERNELS_H
#define OFFLOAD_TCK_CUDNN_ATTENTION_KERNELS_H

#include "../attention/parameters.h"
#include "recurrent_products.h"

namespace recurrent {

template <class Element, class Number>
DEVICE Number multiply_vectors(const heads &a, int64_t row, const heads &b, int64_t other, int64_t head, int64_t width) {
    uint64_t left = find_line<Element, Number>(a.lines, row);
    uint64_t right = find_line<Element, Number>(b.lines, other);
    Number sum = 0;
    for (int64_t each = 0; each < width; each++) {
        sum = fused(read<Element, Number>(a.lines, left, head * a.head + each),
                    read<Element, Number>(b.lines, right, head * b.head + each), sum);
    }
    return sum;
}

/* The products of each query and the keys of its window; zeros for other keys. */
template <class Element, class Number> DEVICE void score(const attention &attention) {
    int64_t count = attention.head_count * attention.queries * attention.longest;
    for (int64_t each = thread(); each < count; each += threads()) {
        int64_t time = each % attention.longest;
        int64_t query = each / attention.longest % attention.queries;
        int64_t head = each / attention.longest / attention.queries;
        bool is_inside = time >= entry(attention.lows, query) && time < entry(attention.highs, query);
        ((Number *)attention.scores)[each] =
            !is_inside ? 0
                       : (Number)attention.scale *
                             multiply_vectors<Element, Number>(attention.rows, query, attention.others,
                                                               entry(attention.firsts, query) + time, head,
                                                               attention.width);
    }
}

/* Scores become probabilities: a thread for each head and query. */
template <class Number> DEVICE void soften(const attention &attention) {
    for (int64_t each = thread(); each < attention.head_count * attention.queries; each += threads()) {
        Number *scores = (Number *)attention.scores + each * attention.longest;
        int64_t low = entry(attention.lows, each % attention.queries);
        int64_t high = entry(attention.highs, each % attention.queries);
        Number most = low < high ? scores[low] : 0;
        Number sum = 0;
        for (int64_t time = low + 1; time < high; time++) {
            most = scores[time] > most ? scores[time] : most;
        }
        for (int64_t time = low; time < high; time++) {
            scores[time] = exponential(scores[time] - most);
            sum += scores[time];
        }
        for (int64_t time = low; time < high; time++) {
            scores[time] /= sum;
        }
    }
}

/* The gradients of probabilities, at `to`, become those of the products of queries and keys. */
template <class Number> DEVICE void soften_back(const attention &attention) {
    for (int64_t each = thread(); each < attention.head_count * attention.queries; each += threads()) {
        const Number *scores = (const Number *)attention.scores + each * attention.longest;
        Number *gradients = (Number *)attention.to + each * attention.longest;
        int64_t low = entry(attention.lows, each % attention.queries);
        int64_t high = entry(attention.highs, each % attention.queries);
        Number sum = 0;
        for (int64_t time = low; time < high; time++) {
            sum = fused(scores[time], gradients[time], sum);
        }
        for (int64_t time = low; time < high; time++) {
            gradients[time] = (Number)attention.scale * scores[time] * (gradients[time] - sum);
        }
    }
}

/* Sums of vectors, each times its score: for each query those of its keys, or for each key those of its queries. */
template <class Element, class Number> DEVICE void mix(const attention &attention) {
    int64_t rows = attention.is_by_key ? attention.keys : attention.queries;
    int64_t row_width = attention.head_count * attention.width;
    for (int64_t each = thread(); each < rows * row_width; each += threads()) {
        int64_t row = each / row_width;
        int64_t head = each % row_width / attention.width;
        int64_t column = head * attention.others.head + each % attention.width;
        int64_t first = entry(attention.is_by_key ? attention.first_queries : attention.firsts, row);
        int64_t from = attention.is_by_key ? 0 : entry(attention.lows, row);
        int64_t to = entry(attention.is_by_key ? attention.query_counts : attention.highs, row);
        const Number *scores = (const Number *)attention.scores + head * attention.queries * attention.longest;
        scores += attention.is_by_key ? first * attention.longest + entry(attention.times, row) : row * attention.longest;
        Number sum = 0;
        for (int64_t other = from; other < to; other++) {
            sum = fused(scores[attention.is_by_key ? other * attention.longest : other],
                        read_line<Element, Number>(attention.others.lines, first + other, column), sum);
        }
        ((Number *)attention.to)[each] = sum;
    }
}

} // namespace recurrent

/* The kernels for tensors of Element, which are computed with in Number. */
#define ATTENTION(name, Element, Number)                                                                               \
    KERNEL offload_tck_dnn_score_##name(attention attention) {                                                         \
        recurrent::score<Element, Number>(attention);                                                                  \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_soften_##name(attention attention) {                                                        \
        recurrent::soften<Number>(attention);                                                                          \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_soften_back_##name(attention attention) {                                                   \
        recurrent::soften_back<Number>(attention);                                                                     \
    }                                                                                                                  \
    KERNEL offload_tck_dnn_mix_##name(attention attention) {                                                           \
        recurrent::mix<Element, Number>(attention);                                                                    \
    }

#endif
