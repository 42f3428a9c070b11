package org.offloadtck.engine.decode;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.code.CallSite.Target;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.IsaMnemonics;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Decodes one function. Each instruction becomes one instruction of
/// [Code][org.offloadtck.engine.code.Code], at the same index from the entry of the function,
/// followed by a `ret`.
///
/// Requirements: SD-02, SD-28.
public final class FunctionDecoder {

    private final Function function;
    private final ProgramSymbols symbols;
    private final CodeBuilder code;
    private final OperandDecoder operands;
    private final int entry;
    private final ComputationDecoder computations;
    private final MemoryDecoder memory;
    private final CollectiveDecoder collectives;

    public FunctionDecoder(
            Function function, FrameLayout frame, ProgramSymbols symbols, CodeBuilder code) {
        this.function = function;
        this.symbols = symbols;
        this.code = code;
        this.operands = new OperandDecoder(function, frame, symbols, code.constants());
        this.entry = code.next();
        this.computations = new ComputationDecoder(operands, code);
        this.memory = new MemoryDecoder(operands, code);
        this.collectives = new CollectiveDecoder(operands, code);
    }

    public void decode() {
        for (var instruction : function.body().instructions()) {
            code.begin(instruction);
            try {
                code.guard(operands.guard(instruction.guard()));
                decode(instruction);
            } catch (UnsupportedInstructionException unsupported) {
                code.unsupported(
                        "instruction '%s': %s"
                                .formatted(instruction.mnemonic(), unsupported.getMessage()));
            }
        }
        code.begin(closingReturn());
        code.set(Op.RETURN, 0, 0, 0, 0, 0, 0);
    }

    private Instruction closingReturn() {
        var place =
                new Instruction.Location(
                        function.signature().span(), DebugLocation.Unknown.UNKNOWN);
        return new Operation(
                Opcode.RET, new Modifiers(List.of()), List.of(), Guard.Always.ALWAYS, place);
    }

    private void decode(Instruction instruction) {
        if (UnsimulatedInstruction.matches(instruction)) {
            code.unsimulated();
            throw new UnsupportedInstructionException("is not simulated");
        }
        switch (instruction) {
            case Instruction.Branch branch ->
                    code.set(Op.BRANCH, 0, 0, 0, 0, target(branch.target()), 0);
            case Instruction.IndexedBranch branch -> {
                int[] targets = branch.targets().stream().mapToInt(this::target).toArray();
                int row = operands.row(branch.index(), PtxType.U32);
                code.set(Op.BRANCH_INDEXED, 0, row, 0, 0, code.list(targets), targets.length);
            }
            case Instruction.Call call -> decodeCall(call);
            case Instruction.Opaque opaque ->
                    throw new UnsupportedInstructionException(
                            IsaMnemonics.haveFirstWordOf(opaque.mnemonic())
                                    ? "is not simulated"
                                    : "is unknown");
            case Operation operation -> decode(operation);
        }
    }

    private int target(Body.Label label) {
        return entry + label.target();
    }

    private void decode(Operation operation) {
        switch (operation.opcode()) {
            case RET -> code.set(Op.RETURN, 0, 0, 0, 0, 0, 0);
            case EXIT -> code.set(Op.EXIT, 0, 0, 0, 0, 0, 0);
            case TRAP, BRKPT -> code.set(Op.TRAP, 0, 0, 0, 0, 0, 0);
            case APPLYPRIORITY,
                    DISCARD,
                    MEMBAR,
                    MEMBAR_PROXY,
                    FENCE,
                    FENCE_MBARRIER_INIT,
                    FENCE_PROXY,
                    FENCE_PROXY_ACQUIRE,
                    GRIDDEPCONTROL_LAUNCH_DEPENDENTS,
                    GRIDDEPCONTROL_WAIT,
                    PREFETCH,
                    PREFETCH_TENSORMAP,
                    PREFETCHU,
                    PMEVENT,
                    SETMAXNREG_DEC,
                    SETMAXNREG_INC,
                    TCGEN05_FENCE,
                    TCGEN05_WAIT,
                    WGMMA_COMMIT_GROUP,
                    WGMMA_FENCE,
                    WGMMA_WAIT_GROUP,
                    CP_ASYNC_BULK_COMMIT_GROUP,
                    CP_ASYNC_BULK_PREFETCH,
                    CP_ASYNC_BULK_PREFETCH_TENSOR,
                    CP_ASYNC_BULK_WAIT_GROUP,
                    CP_ASYNC_BULK_WAIT_GROUP_READ,
                    CP_ASYNC_COMMIT_GROUP,
                    CP_ASYNC_WAIT_ALL,
                    CP_ASYNC_WAIT_GROUP ->
                    code.set(Op.NOTHING, 0, 0, 0, 0, 0, 0);
            case LD, LDU, ST, ST_ASYNC, ATOM, RED, RED_ASYNC -> memory.decode(operation);
            case ALLOCA, STACKSAVE, STACKRESTORE -> memory.decodeStack(operation);
            case ACTIVEMASK,
                    BAR_ARRIVE,
                    BAR_RED,
                    BAR_RED_POPC,
                    BAR_SYNC,
                    BAR_WARP_SYNC,
                    BARRIER_ARRIVE,
                    BARRIER_CLUSTER_ARRIVE,
                    BARRIER_CLUSTER_WAIT,
                    BARRIER_RED,
                    BARRIER_RED_POPC,
                    BARRIER_SYNC,
                    ELECT,
                    MATCH_ALL,
                    MATCH_ANY,
                    NANOSLEEP,
                    REDUX,
                    SHFL,
                    VOTE,
                    VOTE_BALLOT ->
                    collectives.decode(operation);
            case SULD, SUST, TEX, TEX_GRAD, TEX_LEVEL, TLD4 ->
                    new TexelDecoder(operands, code).decode(operation);
            case CP_ASYNC_BULK_LOAD,
                    CP_ASYNC_BULK_MULTICAST,
                    CP_ASYNC_BULK_SHARE,
                    CP_ASYNC_BULK_STORE,
                    CP_REDUCE_ASYNC_BULK_SHARE,
                    CP_REDUCE_ASYNC_BULK_STORE ->
                    new BulkCopyDecoder(operands, code).decode(operation);
            case CP_ASYNC_BULK_TENSOR_LOAD,
                    CP_ASYNC_BULK_TENSOR_MULTICAST,
                    CP_ASYNC_BULK_TENSOR_STORE,
                    CP_REDUCE_ASYNC_BULK_TENSOR,
                    TENSORMAP_REPLACE ->
                    new TensorDecoder(operands, code).decode(operation);
            case LDMATRIX,
                    LDMATRIX_BYTES,
                    LDMATRIX_ROWS,
                    MMA,
                    MMA_SPARSE,
                    MOVMATRIX,
                    STMATRIX,
                    STMATRIX_BYTES,
                    WGMMA_MMA_ASYNC,
                    WGMMA_MMA_ASYNC_SPARSE,
                    WMMA_LOAD,
                    WMMA_MMA,
                    WMMA_STORE ->
                    new MatrixDecoder(operands, code).decode(operation);
            case TCGEN05_ALLOC,
                    TCGEN05_CP,
                    TCGEN05_CP_PADDED,
                    TCGEN05_DEALLOC,
                    TCGEN05_LD,
                    TCGEN05_LD_SPLIT,
                    TCGEN05_MMA,
                    TCGEN05_MMA_SCALED,
                    TCGEN05_MMA_SPARSE,
                    TCGEN05_MMA_SPARSE_SCALED,
                    TCGEN05_MMA_WS,
                    TCGEN05_MMA_WS_SPARSE,
                    TCGEN05_RELINQUISH_ALLOC_PERMIT,
                    TCGEN05_SHIFT,
                    TCGEN05_ST,
                    TCGEN05_ST_SPLIT ->
                    new TensorMemoryDecoder(operands, code).decode(operation);
            default -> {
                if (operation.opcode().isOnMbarrier()) {
                    memory.decodeMbarrier(operation);
                } else {
                    computations.decode(operation);
                }
            }
        }
    }

    private void decodeCall(Instruction.Call call) {
        var arguments = pieces(call.arguments());
        var results = pieces(call.results());
        switch (call.callee()) {
            case Callee.Direct(var name) -> decodeDirect(name, arguments, results);
            case Callee.Indirect indirect -> {
                int site = code.site(new CallSite(new Target.Indirect(), arguments, results));
                int row = operands.row(indirect.address(), PtxType.U64);
                code.set(Op.CALL_INDIRECT, 0, row, 0, 0, site, 0);
            }
        }
    }

    private void decodeDirect(String name, List<FrameSlot> arguments, List<FrameSlot> results) {
        var known = symbols.decoded(name);
        if (known.isPresent()) {
            var target = new Target.Direct(known.orElseThrow());
            int site = code.site(new CallSite(target, arguments, results));
            code.set(Op.CALL, 0, 0, 0, 0, site, 0);
            return;
        }
        var supplied =
                BuiltinFunctions.of(name)
                        .orElseThrow(() ->
                                new UnsupportedInstructionException(
                                        "function '%s' is undefined".formatted(name)));
        int site = code.site(new CallSite(new Target.Builtin(supplied), arguments, results));
        code.set(Op.CALL_BUILTIN, 0, 0, 0, 0, site, 0);
    }

    private List<FrameSlot> pieces(List<Operand> list) {
        var pieces = new ArrayList<FrameSlot>();
        for (var operand : list) {
            pieces.add(piece(operand));
        }
        return pieces;
    }

    private FrameSlot piece(Operand operand) {
        if (operand instanceof Operand.Address(PtxSymbol symbol, long offset)
                && offset == 0
                && operands.locate(symbol) instanceof OperandDecoder.Location.InFrame(var piece)) {
            return piece;
        }
        throw new UnsupportedInstructionException(
                "arguments and results outside .param are not supported");
    }
}
