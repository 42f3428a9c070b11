package org.offloadtck.plugin.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/// The program every plugin runs for the contract. Its kernels, with `i` the one-dimensional global
/// index:
///
/// | kernel | parameters | effect |
/// |---|---|---|
/// | `store_index` | `u32 *out` | `out[i] = i` |
/// | `store_position` | `u32 *out` | at the linear index of a three-dimensional launch: x + 256·y + 65536·z of the global position |
/// | `add_value` | `i64 *out, const i64 *in, i64 value, u32 count` | `out[i] = in[i] + value` for `i < count` |
/// | `scale` | `f64 *data, f64 factor` | `data[i] *= factor` |
/// | `reverse_group` | `u32 *data` | reverses each group's elements through group-local memory and a barrier; groups of at most 256 |
/// | `read_global` | `u32 *out` | `out[i] = contract_global[i]`, launched with 4 threads; PTX only, as OpenCL 1.2 has no writable globals |
/// | `read_functions` | `u64 *out` | the number of rows of the function-pointer map, then the rows; PTX only |
/// | `endless` | none | never ends; PTX only |
///
/// Global variable: `contract_global`, four `u32`, initially 10, 20, 30, 40; PTX only.
public enum ContractProgram {
    /// PTX 6.4 for sm_60 and later.
    PTX("contract.ptx"),
    /// OpenCL C 1.2, with `cl_khr_fp64`.
    OPENCL_C("contract.cl");

    private final String resource;

    ContractProgram(String resource) {
        this.resource = resource;
    }

    /// The program's text.
    public String source() {
        try (var stream =
                Objects.requireNonNull(ContractProgram.class.getResourceAsStream(resource))) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
