package org.offloadtck.ptx.ir.opcode;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.offloadtck.ptx.ir.modifier.Modifiers;

/// The instruction table: the mnemonic, modifiers and operands of each instruction. To add an
/// instruction, add a row; [InstructionForm] describes the notation.
///
/// A mnemonic that matches no row becomes an [Opaque][org.offloadtck.ptx.ir.Instruction.Opaque].
/// `bra`, `brx.idx` and `call` have records of their own. Source: PTX ISA §9.7, releases 9.0 to
/// 9.2; the comment before each group names the section. The file has more than 500 lines because
/// each instruction is a row.
public enum Opcode {
    // §9.7.1 integer arithmetic, §9.7.2 extended precision, §9.7.3 to §9.7.5 floating point
    ABS("abs{.ftz}.num d, a"),
    ADD(
            "add{.sat}{.cc}.int d, a, a",
            "add{.rnd}{.ftz}{.sat}.float d, a, a",
            "add{.rnd}{.sat}.single.half d, a, r"),
    ADDC("addc{.cc}.int d, a, a"),
    BFE("bfe.int d, a, u, u"),
    BFI("bfi.bits d, a, a, u, u"),
    BFIND("bfind{.shiftamt}.int w, a"),
    BMSK("bmsk.bound.bits d, u, u"),
    BREV("brev.bits d, a"),
    CLZ("clz.bits w, a"),
    COPYSIGN("copysign.float d, a, a"),
    COS("cos.approx{.ftz}.float d, a"),
    DIV("div.int d, a, a", "div{.approx}{.full}{.rnd}{.ftz}.float d, a, a"),
    DP2A("dp2a.part.int.int d, a, a, a"),
    DP4A("dp4a.int.int d, a, a, a"),
    EX2("ex2.approx{.ftz}.float d, a"),
    FMA("fma.rnd{.ftz}{.sat}{.relu}.float d, a, a, a", "fma.rnd{.sat}.single.half d, a, a, r"),
    FNS("fns.bits d, u, u, u"),
    LG2("lg2.approx{.ftz}.float d, a"),
    MAD("mad.part{.sat}{.cc}.int d, a, a, r", "mad{.rnd}{.ftz}{.sat}.float d, a, a, a"),
    MAD24("mad24.part{.sat}.int d, a, a, a"),
    MADC("madc.part{.cc}.int d, a, a, a"),
    MAX("max{.relu}.int d, a, a", "max{.ftz}{.NaN}{.xorsign}{.abs}.float d, a, a{, a}"),
    MIN("min{.relu}.int d, a, a", "min{.ftz}{.NaN}{.xorsign}{.abs}.float d, a, a{, a}"),
    MUL("mul.part.int d, a, a", "mul{.rnd}{.ftz}{.sat}.float d, a, a"),
    MUL24("mul24.part.int d, a, a"),
    NEG("neg{.ftz}.num d, a"),
    POPC("popc.bits w, a"),
    RCP("rcp{.approx}{.rnd}{.ftz}.float d, a"),
    REM("rem.int d, a, a"),
    RSQRT("rsqrt.approx{.ftz}.float d, a"),
    SAD("sad.int d, a, a, a"),
    SIN("sin.approx{.ftz}.float d, a"),
    SQRT("sqrt{.approx}{.rnd}{.ftz}.float d, a"),
    SUB(
            "sub{.sat}{.cc}.int d, a, a",
            "sub{.rnd}{.ftz}{.sat}.float d, a, a",
            "sub{.rnd}{.sat}.single.half d, a, r"),
    SUBC("subc{.cc}.int d, a, a"),
    SZEXT("szext.bound.int d, a, u"),
    TANH("tanh.approx.float d, a"),
    TESTP("testp.class.float p, a"),
    // §9.7.6 and §9.7.7 comparison and selection
    SELP("selp.type d, a, a, q"),
    SET("set.cmp{.bool}{.ftz}.type.type d, a, a{, q}"),
    SETP("setp.cmp{.bool}{.ftz}.type p|p, a, a{, q}"),
    SLCT("slct{.ftz}.type.type d, r, r, a"),
    // §9.7.8 logic and shifts
    AND("and.logic d, a, a"),
    CNOT("cnot.bits d, a"),
    LOP3("lop3.bits d, a, a, a, u", "lop3.combine.bits w|P, a, a, a, u, q"),
    NOT("not.logic d, a"),
    OR("or.logic d, a, a"),
    SHF_L("shf.l.bound.bits d, a, a, u"),
    SHF_R("shf.r.bound.bits d, a, a, u"),
    SHL("shl.bits d, a, u"),
    SHR("shr.type d, a, u"),
    XOR("xor.logic d, a, a"),
    // §9.7.9 data movement and conversion
    CP_ASYNC(
            "cp.async.cop.shared.global{.size} m, m, u{, s}",
            "cp.async.cop.shared.global.hint{.size} m, m, u{, s}, c"),
    /// Copies from global to shared memory; the bytes are transactions of an `mbarrier`.
    CP_ASYNC_BULK_LOAD(
            "cp.async.bulk.bulkInto.global.mbarrier::complete_tx::bytes m, m, u, m",
            "cp.async.bulk.bulkInto.global.mbarrier::complete_tx::bytes.hint m, m, u, m, c"),
    /// As [#CP_ASYNC_BULK_LOAD], into each CTA of the cluster that a mask of 16 bits has.
    CP_ASYNC_BULK_MULTICAST(
            "cp.async.bulk.ofCluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                    + " m, m, u, m, u",
            "cp.async.bulk.ofCluster.global.mbarrier::complete_tx::bytes.multicast::cluster.hint"
                    + " m, m, u, m, u, c"),
    /// As [#CP_ASYNC_BULK_LOAD], from shared memory of the CTA to that of its cluster.
    CP_ASYNC_BULK_SHARE(
            "cp.async.bulk.ofCluster.shared::cta.mbarrier::complete_tx::bytes m, m, u, m"),
    /// Copies from shared to global memory; the thread waits for it by bulk groups.
    CP_ASYNC_BULK_STORE(
            "cp.async.bulk.inGlobal.shared::cta.bulk_group m, m, u",
            "cp.async.bulk.inGlobal.shared::cta.bulk_group.hint m, m, u, c",
            "cp.async.bulk.inGlobal.shared::cta.bulk_group{.cp_mask} m, m, u, h",
            "cp.async.bulk.inGlobal.shared::cta.bulk_group.hint{.cp_mask} m, m, u, c, h"),
    CP_ASYNC_BULK_PREFETCH(
            "cp.async.bulk.prefetch.L2.inGlobal m, u",
            "cp.async.bulk.prefetch.L2.inGlobal.hint m, u, c"),
    /// Copies a box of a tensor from global to shared memory; its bytes are transactions of an
    /// `mbarrier`.
    CP_ASYNC_BULK_TENSOR_LOAD(
            "cp.async.bulk.tensor.rank{.ctaGroup}.bulkInto.global{.tile}{.tile::gather4}.mbarrier::complete_tx::bytes m, x, m",
            "cp.async.bulk.tensor.rank{.ctaGroup}.bulkInto.global{.tile}{.tile::gather4}.mbarrier::complete_tx::bytes.hint"
                    + " m, x, m, c"),
    /// As [#CP_ASYNC_BULK_TENSOR_LOAD], into each CTA of the cluster that a mask of 16 bits has.
    CP_ASYNC_BULK_TENSOR_MULTICAST(
            "cp.async.bulk.tensor.rank{.ctaGroup}.ofCluster.global{.tile}{.tile::gather4}.mbarrier::complete_tx::bytes"
                    + ".multicast::cluster m, x, m, u",
            "cp.async.bulk.tensor.rank{.ctaGroup}.ofCluster.global{.tile}{.tile::gather4}.mbarrier::complete_tx::bytes"
                    + ".multicast::cluster.hint m, x, m, u, c"),
    /// Copies a box of a tensor from shared to global memory; the thread waits for it by bulk
    /// groups.
    CP_ASYNC_BULK_TENSOR_STORE(
            "cp.async.bulk.tensor.rank.inGlobal.shared::cta{.tile}{.tile::scatter4}.bulk_group x, m",
            "cp.async.bulk.tensor.rank.inGlobal.shared::cta{.tile}{.tile::scatter4}.bulk_group.hint x, m, c"),
    CP_ASYNC_BULK_PREFETCH_TENSOR(
            "cp.async.bulk.prefetch.tensor.rank.L2.inGlobal{.tile}{.tile::gather4} x",
            "cp.async.bulk.prefetch.tensor.rank.L2.inGlobal{.tile}{.tile::gather4}.hint x, c"),
    CP_ASYNC_BULK_COMMIT_GROUP("cp.async.bulk.commit_group"),
    CP_ASYNC_BULK_WAIT_GROUP("cp.async.bulk.wait_group u"),
    /// Waits until the copies have read their sources.
    CP_ASYNC_BULK_WAIT_GROUP_READ("cp.async.bulk.wait_group.read u"),
    /// Combines shared memory of the cluster with that of the CTA; the bytes are transactions of an
    /// `mbarrier`.
    CP_REDUCE_ASYNC_BULK_SHARE(
            "cp.reduce.async.bulk.ofCluster.shared::cta.mbarrier::complete_tx::bytes.atomic.type"
                    + " m, m, u, m"),
    /// Combines global with shared memory; the thread waits for it by bulk groups.
    CP_REDUCE_ASYNC_BULK_STORE(
            "cp.reduce.async.bulk.inGlobal.shared::cta.bulk_group.atomic{.noftz}.type m, m, u",
            "cp.reduce.async.bulk.inGlobal.shared::cta.bulk_group.hint.atomic{.noftz}.type"
                    + " m, m, u, c"),
    /// Combines a box of a tensor in global memory with shared memory; the thread waits for it by
    /// bulk groups.
    CP_REDUCE_ASYNC_BULK_TENSOR(
            "cp.reduce.async.bulk.tensor.rank.inGlobal.shared::cta.atomic{.tile}.bulk_group x, m",
            "cp.reduce.async.bulk.tensor.rank.inGlobal.shared::cta.atomic{.tile}.bulk_group.hint"
                    + " x, m, c"),
    CP_ASYNC_COMMIT_GROUP("cp.async.commit_group"),
    CP_ASYNC_WAIT_ALL("cp.async.wait_all"),
    CP_ASYNC_WAIT_GROUP("cp.async.wait_group u"),
    /// The copies before it have completed when it is executed ([#CP_ASYNC]).
    CP_ASYNC_MBARRIER_ARRIVE("cp.async.mbarrier.arrive{.noinc}{.shared}.b64 m"),
    CVT_PACK("cvt.pack.sat.packed.type{.type} w, u, u{, u}"),
    CVT(
            "cvt{.rnd}{.ftz}{.sat}{.relu}{.satfinite}.type.type D, A{, A}",
            "cvt{.rnd}{.relu}{.satfinite}{.scaled::n2::ue8m0}.type.type D, A{, A}, h",
            "cvt.stochastic{.relu}{.satfinite}.pair.type D, A, A, u",
            "cvt.stochastic{.relu}{.satfinite}.quad.type D, F, u"),
    CVTA("cvta.space.type d, a"),
    CVTA_TO("cvta.to.space.type d, a"),
    ISSPACEP("isspacep.space p, a"),
    APPLYPRIORITY("applypriority{.space}.evict2 m, u"),
    CREATEPOLICY_CVT("createpolicy.cvt.L2.bits d, a"),
    CREATEPOLICY_FRACTIONAL("createpolicy.fractional.evict2{.evict2}.bits d{, f}"),
    CREATEPOLICY_RANGE("createpolicy.range{.space}.evict2{.evict2}.bits d, m, u, u"),
    DISCARD("discard{.space}.L2 m, u"),
    LD(
            "ld{.sem}{.scope}{.space}{.nc}{.cop}{.evict}{.evict2}{.size}{.unified}{.vec}.type D, m",
            "ld{.sem}{.scope}{.space}{.nc}{.cop}{.evict}{.evict2}.hint{.size}{.unified}{.vec}.type"
                    + " D, m, c",
            "ld.io.relaxed.sys{.inGlobal}.type d, m"),
    LDU("ldu{.space}{.vec}.type D, m"),
    MOV("mov{.vec}.type d, a"),
    PREFETCH("prefetch{.space}.L1 m", "prefetch{.space}.L2 m", "prefetch{.space}.evict2 m"),
    PREFETCH_TENSORMAP("prefetch{.space}.tensormap m"),
    PREFETCHU("prefetchu.L1 m"),
    PRMT("prmt.bits{.permute} d, a, a, u"),
    ST(
            "st{.sem}{.scope}{.space}{.cop}{.evict}{.evict2}{.vec}.type m, A",
            "st{.sem}{.scope}{.space}{.cop}{.evict}{.evict2}.hint{.vec}.type m, A, c",
            "st.io.relaxed.sys{.inGlobal}.type m, a"),
    /// Stores to shared memory of the cluster; an `mbarrier` counts the bytes.
    ST_ASYNC(
            "st.async{.ofCluster}.mbarrier::complete_tx::bytes{.vec}.stored m, A, m",
            "st.async.weak{.ofCluster}.mbarrier::complete_tx::bytes{.vec}.stored m, A, m"),
    /// Stores to global memory, with release semantics. It is performed at once, which PTX permits.
    ST_ASYNC_RELEASE(
            "st.async.releases.scope{.inGlobal}{.vec}.stored m, A",
            "st.async.io.releases.scope{.inGlobal}.stored m, A"),
    /// Clears shared memory; the value is 0.
    ST_BULK("st.bulk{.sem}{.shared} m, z, u"),
    /// Copies a tensor map of 128 bytes from shared to global memory, as one copy of the warp.
    TENSORMAP_CP_FENCEPROXY(
            "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned"
                    + " m, m, u"),
    /// Stores a field of a tensor map, of the dimension that the second of three operands says.
    TENSORMAP_REPLACE(
            "tensormap.replace.tile.mapField{.space}.b1024.bits m, a",
            "tensormap.replace.tile.mapDimension{.space}.b1024.bits m, u, a"),
    // §9.7.10 textures, §9.7.11 surfaces
    SULD("suld.b.geometry{.cop}{.vec}.type.surface R, x"),
    SUST("sust.b.geometry{.cop}{.vec}.type.surface x, F"),
    /// Of a texture with several levels of detail, the most detailed one.
    TEX("tex.geometry.vec.type.type R|p, x", "tex.base.geometry.vec.type.type R|p, x"),
    TEX_GRAD("tex.grad.geometry.vec.type.type R|p, x, F, F"),
    TEX_LEVEL("tex.level.geometry.vec.type.type R|p, x, f"),
    /// One channel of each of the four texels that a filter would use.
    TLD4("tld4.component.geometry.vec.type.type R|p, x"),
    // §9.7.12 control
    BRKPT("brkpt"),
    EXIT("exit"),
    RET("ret{.uni}"),
    TRAP("trap"),
    // §9.7.13 synchronisation and communication
    ACTIVEMASK("activemask.bits d"),
    ATOM(
            "atom{.sem}{.scope}{.space}.atomic{.noftz}{.vec}.type d, m, a{, a}",
            "atom{.sem}{.scope}{.space}.atomic{.noftz}.hint{.vec}.type d, m, a{, a}, c"),
    BAR_ARRIVE("bar{.cta}.arrive u, u"),
    BAR_RED("bar{.cta}.red.bool.pred p, u{, u}, q"),
    BAR_RED_POPC("bar{.cta}.red.popc.int d, u{, u}, q"),
    BAR_SYNC("bar{.cta}.sync u{, u}"),
    BAR_WARP_SYNC("bar.warp.sync u"),
    BARRIER_ARRIVE("barrier{.cta}.arrive{.aligned} u, u"),
    BARRIER_CLUSTER_ARRIVE("barrier.cluster.arrive{.arrival}{.aligned}"),
    BARRIER_CLUSTER_WAIT("barrier.cluster.wait{.acquires}{.aligned}"),
    BARRIER_RED("barrier{.cta}.red.bool{.aligned}.pred p, u{, u}, q"),
    BARRIER_RED_POPC("barrier{.cta}.red.popc{.aligned}.int d, u{, u}, q"),
    BARRIER_SYNC("barrier{.cta}.sync{.aligned} u{, u}"),
    /// Asks for the coordinates of a cluster that has not started, in place of its launch.
    CLUSTERLAUNCHCONTROL_TRY_CANCEL(
            "clusterlaunchcontrol.try_cancel.async{.shared}.mbarrier::complete_tx::bytes.b128 m, m"),
    /// As [#CLUSTERLAUNCHCONTROL_TRY_CANCEL]; each CTA of the cluster has the response.
    CLUSTERLAUNCHCONTROL_TRY_CANCEL_MULTICAST(
            "clusterlaunchcontrol.try_cancel.async{.shared}.mbarrier::complete_tx::bytes"
                    + ".multicast::cluster::all.b128 m, m"),
    CLUSTERLAUNCHCONTROL_IS_CANCELED(
            "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, B"),
    CLUSTERLAUNCHCONTROL_FIRST_CTAID(
            "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 R, B"),
    CLUSTERLAUNCHCONTROL_FIRST_COORDINATE(
            "clusterlaunchcontrol.query_cancel.coordinate.b32.b128 w, B"),
    ELECT("elect.sync w|P, u"),
    FENCE("fence{.sem}.scope", "fence.sem.restrict.scope"),
    /// Without an effect: the threads of a cluster see each `mbarrier` as soon as it is
    /// initialised.
    FENCE_MBARRIER_INIT("fence.mbarrier_init.release.cluster"),
    /// Without an effect: every access is performed by the generic proxy, in the order of the
    /// program.
    FENCE_PROXY(
            "fence.proxy.proxies{.space}",
            "fence.proxy.proxies.release.scope",
            "fence.proxy.proxies.sem.restrict.scope"),
    /// Without an effect, as [#FENCE_PROXY].
    FENCE_PROXY_ACQUIRE("fence.proxy.proxies.acquire.scope m, u"),
    /// Without an effect: a kernel that depends on this one starts after its end.
    GRIDDEPCONTROL_LAUNCH_DEPENDENTS("griddepcontrol.launch_dependents"),
    /// Without an effect: the kernels that this one depends on have ended before it starts.
    GRIDDEPCONTROL_WAIT("griddepcontrol.wait"),
    MATCH_ALL("match.all.sync.bits w|p, a, u"),
    MATCH_ANY("match.any.sync.bits w, a, u"),
    /// The rank of the CTA of the cluster whose shared memory an address is in.
    GETCTARANK("getctarank{.ofCluster}.type w, a"),
    /// The address that corresponds to one of shared memory in another CTA of the cluster.
    MAPA("mapa{.ofCluster}.type d, a, u"),
    /// An arrival without `.expect_tx` and `.noComplete`.
    MBARRIER_ARRIVE("mbarrier.arrive{.arrival}{.group}{.clustered}.b64 d, m{, u}"),
    MBARRIER_ARRIVE_DROP("mbarrier.arrive_drop{.arrival}{.group}{.clustered}.b64 d, m{, u}"),
    MBARRIER_ARRIVE_DROP_EXPECT_TX(
            "mbarrier.arrive_drop.expect_tx{.arrival}{.group}{.clustered}.b64 d, m, u"),
    MBARRIER_ARRIVE_DROP_NO_COMPLETE(
            "mbarrier.arrive_drop.noComplete{.releases}{.group}{.shared}.b64 d, m, u"),
    MBARRIER_ARRIVE_EXPECT_TX(
            "mbarrier.arrive.expect_tx{.arrival}{.group}{.clustered}.b64 d, m, u"),
    MBARRIER_ARRIVE_NO_COMPLETE(
            "mbarrier.arrive.noComplete{.releases}{.group}{.shared}.b64 d, m, u"),
    MBARRIER_COMPLETE_TX("mbarrier.complete_tx{.relaxes}{.group}{.clustered}.b64 m, u"),
    MBARRIER_EXPECT_TX("mbarrier.expect_tx{.relaxes}{.group}{.clustered}.b64 m, u"),
    MBARRIER_INIT("mbarrier.init{.shared}.b64 m, u"),
    MBARRIER_INVAL("mbarrier.inval{.shared}.b64 m"),
    MBARRIER_PENDING_COUNT("mbarrier.pending_count.b64 w, a"),
    MBARRIER_TEST_WAIT("mbarrier.test_wait{.waiting}{.group}{.shared}.b64 p, m, a"),
    MBARRIER_TEST_WAIT_PARITY("mbarrier.test_wait.parity{.waiting}{.group}{.shared}.b64 p, m, u"),
    MBARRIER_TRY_WAIT("mbarrier.try_wait{.waiting}{.group}{.shared}.b64 p, m, a{, u}"),
    MBARRIER_TRY_WAIT_PARITY(
            "mbarrier.try_wait.parity{.waiting}{.group}{.shared}.b64 p, m, u{, u}"),
    MEMBAR("membar.membarLevel"),
    /// Without an effect, as [#FENCE_PROXY].
    MEMBAR_PROXY("membar.proxy.alias"),
    RED(
            "red{.sem}{.scope}{.space}.atomic{.noftz}{.vec}.type m, a",
            "red{.sem}{.scope}{.space}.atomic{.noftz}.hint{.vec}.type m, a, c"),
    /// Combines shared memory of the cluster with a value; an `mbarrier` counts the bytes.
    RED_ASYNC(
            "red.async.relaxed.cluster{.ofCluster}.mbarrier::complete_tx::bytes.atomic.type m, a, m"),
    /// Combines global memory with a value, with release semantics. It is performed at once.
    RED_ASYNC_RELEASE(
            "red.async.releases.scope{.inGlobal}.atomic.type m, a",
            "red.async.io.releases.scope{.inGlobal}.atomic.type m, a"),
    REDUX("redux.sync.atomic{.abs}{.NaN}.type d, a, u"),
    /// Without `.sync` there is no lane mask; the active lanes take part.
    SHFL("shfl.sync.shuffle.bits w|p, a, u, u, u", "shfl.shuffle.bits w|p, a, u, u"),
    VOTE("vote.sync.vote.pred p, q, u", "vote.vote.pred p, q"),
    VOTE_BALLOT("vote.sync.ballot.bits d, q, u", "vote.ballot.bits d, q"),
    // §9.7.15 matrices
    LDMATRIX("ldmatrix.sync.aligned.m8n8.count{.trans}{.space}.bits R, m"),
    /// Matrices of 16 by 16 bytes, or of narrower elements that get a byte each.
    LDMATRIX_BYTES(
            "ldmatrix.sync.aligned.m16n16.count.trans{.space}.packing R, m",
            "ldmatrix.sync.aligned.m16n16.count.trans{.space}.b8x16.packing R, m"),
    /// Matrices of 8 rows of 16 narrow elements that get a byte each.
    LDMATRIX_ROWS("ldmatrix.sync.aligned.m8n16.count{.space}.b8x16.packing R, m"),
    MMA(
            "mma.sync.aligned.shape.layout.layout{.satfinite}.element.element.element.element R, F,"
                    + " F, F",
            "mma.sync.aligned.shape.layout.layout.element.element.element.element.bitop.popc R, F,"
                    + " F, F",
            "mma.sync.aligned.shape.layout.layout.kind.element.element.element.element R, F, F, F",
            "mma.sync.aligned.shape.layout.layout.scaledKind.block_scale{.vector}.element.element"
                    + ".element.element.scaleType R, F, F, F, F, F, F, F"),
    /// The first factor is sparse; its metadata and their selector follow the summand.
    MMA_SPARSE(
            "mma.metadata.sync.aligned.shape.layout.layout{.satfinite}.element.element.element"
                    + ".element R, F, F, F, u, u",
            "mma.metadata.sync.aligned.shape.layout.layout.kind.element.element.element.element R,"
                    + " F, F, F, u, u",
            "mma.metadata.sync.aligned.shape.layout.layout.scaledKind.block_scale{.vector}.element"
                    + ".element.element.element.scaleType R, F, F, F, u, u, F, F, F, F"),
    MOVMATRIX("movmatrix.sync.aligned.m8n8.trans.bits R, F"),
    STMATRIX("stmatrix.sync.aligned.m8n8.count{.trans}{.space}.bits m, F"),
    /// Matrices of 16 by 8 bytes.
    STMATRIX_BYTES("stmatrix.sync.aligned.m16n8.count.trans{.space}.b8 m, F"),
    /// Before release 6.3 of PTX, `.aligned` could be omitted.
    WMMA_LOAD("wmma.load.fragment.sync{.aligned}.layout.shape{.space}.element R, m{, u}"),
    WMMA_MMA(
            "wmma.mma.sync{.aligned}.layout.layout.shape{.rnd}.element.element{.satfinite} R, F, F,"
                    + " F",
            "wmma.mma.sync{.aligned}.layout.layout.shape{.rnd}.element.element.element.element"
                    + "{.satfinite} R, F, F, F",
            "wmma.mma.bitop.popc.sync{.aligned}.layout.layout.shape.element.element.element.element"
                    + " R, F, F, F"),
    WMMA_STORE("wmma.store.fragment.sync{.aligned}.layout.shape{.space}.element m, F{, u}"),
    WGMMA_COMMIT_GROUP("wgmma.commit_group.sync.aligned"),
    WGMMA_FENCE("wgmma.fence.sync.aligned"),
    /// The signs of the factors follow the predicate, and then the major order of those that are in
    /// shared memory.
    WGMMA_MMA_ASYNC(
            "wgmma.mma_async.sync.aligned.warpgroupShape.sum.half.half G, E, b, q, u, u, u{, u}",
            "wgmma.mma_async.sync.aligned.warpgroupShape.sum.scaled.scaled G, E, b, q, u, u",
            "wgmma.mma_async.sync.aligned.warpgroupShape.sum.byte.byte{.satfinite} G, E, b, q",
            "wgmma.mma_async.sync.aligned.warpgroupShape.sum.bit.bit.bitop.popc G, E, b, q"),
    /// As [#WGMMA_MMA_ASYNC] with a sparse first factor; its metadata and their selector precede
    /// the predicate.
    WGMMA_MMA_ASYNC_SPARSE(
            "wgmma.mma_async.sp.sync.aligned.warpgroupShape.sum.half.half G, E, b, u, u, q, u, u,"
                    + " u{, u}",
            "wgmma.mma_async.sp.sync.aligned.warpgroupShape.sum.scaled.scaled G, E, b, u, u, q, u,"
                    + " u",
            "wgmma.mma_async.sp.sync.aligned.warpgroupShape.sum.byte.byte{.satfinite} G, E, b, u,"
                    + " u, q"),
    WGMMA_WAIT_GROUP("wgmma.wait_group.sync.aligned u"),
    // §9.7.16 (PTX ISA 9.0) fifth tensor cores
    /// Writes the address of the columns to shared memory.
    TCGEN05_ALLOC("tcgen05.alloc.ctaGroup.sync.aligned{.shared}.b32 m, u"),
    /// Arrives at an `mbarrier` when the asynchronous operations of the thread are complete.
    TCGEN05_COMMIT("tcgen05.commit.ctaGroup.mbarrier::arrive::one{.ofCluster}.b64 m"),
    /// As [#TCGEN05_COMMIT], in each CTA of the cluster that a mask of 16 bits has.
    TCGEN05_COMMIT_MULTICAST(
            "tcgen05.commit.ctaGroup.mbarrier::arrive::one{.ofCluster}.multicast::cluster.b64"
                    + " m, h"),
    /// Copies from shared to tensor memory.
    TCGEN05_CP("tcgen05.cp.ctaGroup.copyShape{.warps} m, b"),
    TCGEN05_CP_PADDED("tcgen05.cp.ctaGroup.copyShape{.warps}.b8x16.padded m, b"),
    TCGEN05_DEALLOC("tcgen05.dealloc.ctaGroup.sync.aligned.b32 u, u"),
    TCGEN05_FENCE("tcgen05.fence::before_thread_sync", "tcgen05.fence::after_thread_sync"),
    TCGEN05_LD("tcgen05.ld.sync.aligned.moveShape.repeat{.pack::16b}.b32 R, m"),
    /// The last operand is the distance of the two parts in columns.
    TCGEN05_LD_SPLIT("tcgen05.ld.sync.aligned.splitShape.repeat{.pack::16b}.b32 R, m, u"),
    /// The operands after the instruction descriptor are the lanes that are not written, whether
    /// the summand is added, and by how many powers of two it is divided.
    TCGEN05_MMA(
            "tcgen05.mma.ctaGroup.halfKind{.ashift}{.collectorA} m, T, b, u, k{, g}{, u}",
            "tcgen05.mma.ctaGroup.tensorKind{.ashift}{.collectorA} m, T, b, u, k{, q}"),
    TCGEN05_MMA_SCALED(
            "tcgen05.mma.ctaGroup.scaledKind.block_scale{.scales}{.collectorA}"
                    + " m, T, b, u, m, m, q"),
    /// The operand before the instruction descriptor is the address of the metadata.
    TCGEN05_MMA_SPARSE(
            "tcgen05.mma.sp.ctaGroup.halfKind{.ashift}{.collectorA} m, T, b, m, u, k{, g}{, u}",
            "tcgen05.mma.sp.ctaGroup.tensorKind{.ashift}{.collectorA} m, T, b, m, u, k{, q}"),
    TCGEN05_MMA_SPARSE_SCALED(
            "tcgen05.mma.sp.ctaGroup.scaledKind.block_scale{.scales}{.collectorA}"
                    + " m, T, b, m, u, m, m, q"),
    /// The last operand says which columns of the second factor are zero.
    TCGEN05_MMA_WS("tcgen05.mma.ws.ctaGroup.tensorKind{.collectorB} m, T, b, u, q{, b}"),
    TCGEN05_MMA_WS_SPARSE(
            "tcgen05.mma.ws.sp.ctaGroup.tensorKind{.collectorB} m, T, b, m, u, q{, b}"),
    TCGEN05_RELINQUISH_ALLOC_PERMIT("tcgen05.relinquish_alloc_permit.ctaGroup.sync.aligned"),
    /// Moves rows of tensor memory to the next lanes.
    TCGEN05_SHIFT("tcgen05.shift.ctaGroup.down m"),
    TCGEN05_ST("tcgen05.st.sync.aligned.moveShape.repeat{.unpack::16b}.b32 m, F"),
    TCGEN05_ST_SPLIT("tcgen05.st.sync.aligned.splitShape.repeat{.unpack::16b}.b32 m, u, F"),
    TCGEN05_WAIT("tcgen05.wait::ld.sync.aligned", "tcgen05.wait::st.sync.aligned"),
    // §9.7.16 video
    VABSDIFF(
            "vabsdiff.word.word.word{.sat} V, v, v{, u}",
            "vabsdiff.word.word.word{.sat}.second V, v, v, u"),
    VADD("vadd.word.word.word{.sat} V, v, v{, u}", "vadd.word.word.word{.sat}.second V, v, v, u"),
    VMAX("vmax.word.word.word{.sat} V, v, v{, u}", "vmax.word.word.word{.sat}.second V, v, v, u"),
    VMIN("vmin.word.word.word{.sat} V, v, v{, u}", "vmin.word.word.word{.sat}.second V, v, v, u"),
    VSUB("vsub.word.word.word{.sat} V, v, v{, u}", "vsub.word.word.word{.sat}.second V, v, v, u"),
    VSHL(
            "vshl.word.word.word{.sat}.bound V, v, v{, u}",
            "vshl.word.word.word{.sat}.bound.second V, v, v, u"),
    VSHR(
            "vshr.word.word.word{.sat}.bound V, v, v{, u}",
            "vshr.word.word.word{.sat}.bound.second V, v, v, u"),
    VMAD("vmad.word.word.word{.po}{.sat}{.scale} w, n, n, e"),
    VSET("vset.word.word.cmp V, v, v{, u}", "vset.word.word.cmp.second V, v, v, u"),
    VABSDIFF2(
            "vabsdiff2.word.word.word{.sat} V, v, v, u",
            "vabsdiff2.word.word.word.second V, v, v, u"),
    VADD2("vadd2.word.word.word{.sat} V, v, v, u", "vadd2.word.word.word.second V, v, v, u"),
    VAVRG2("vavrg2.word.word.word{.sat} V, v, v, u", "vavrg2.word.word.word.second V, v, v, u"),
    VMAX2("vmax2.word.word.word{.sat} V, v, v, u", "vmax2.word.word.word.second V, v, v, u"),
    VMIN2("vmin2.word.word.word{.sat} V, v, v, u", "vmin2.word.word.word.second V, v, v, u"),
    VSUB2("vsub2.word.word.word{.sat} V, v, v, u", "vsub2.word.word.word.second V, v, v, u"),
    VSET2("vset2.word.word.cmp V, v, v, u", "vset2.word.word.cmp.second V, v, v, u"),
    VABSDIFF4(
            "vabsdiff4.word.word.word{.sat} V, v, v, u",
            "vabsdiff4.word.word.word.second V, v, v, u"),
    VADD4("vadd4.word.word.word{.sat} V, v, v, u", "vadd4.word.word.word.second V, v, v, u"),
    VAVRG4("vavrg4.word.word.word{.sat} V, v, v, u", "vavrg4.word.word.word.second V, v, v, u"),
    VMAX4("vmax4.word.word.word{.sat} V, v, v, u", "vmax4.word.word.word.second V, v, v, u"),
    VMIN4("vmin4.word.word.word{.sat} V, v, v, u", "vmin4.word.word.word.second V, v, v, u"),
    VSUB4("vsub4.word.word.word{.sat} V, v, v, u", "vsub4.word.word.word.second V, v, v, u"),
    VSET4("vset4.word.word.cmp V, v, v, u", "vset4.word.word.cmp.second V, v, v, u"),
    // §9.7.17 stack, §9.7.19 miscellaneous
    ALLOCA("alloca.int d, a{, u}"),
    NANOSLEEP("nanosleep.int a"),
    PMEVENT("pmevent u", "pmevent.mask u"),
    /// Registers of a warp are released to the CTA, or requested from it.
    SETMAXNREG_DEC("setmaxnreg.dec.sync.aligned.u32 u"),
    SETMAXNREG_INC("setmaxnreg.inc.sync.aligned.u32 u"),
    STACKRESTORE("stackrestore.int a"),
    STACKSAVE("stacksave.int d");

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> rows;

    /// The forms of the rows that were asked for: to read all rows takes a tenth of the time of a
    /// short `ptxas`.
    private static final Map<Opcode, Forms> FORMS = new ConcurrentHashMap<>();

    private record Forms(List<InstructionForm> rows, boolean haveResult) {

        static Forms of(Opcode opcode) {
            var forms = opcode.rows.stream().map(InstructionForm::of).toList();
            return new Forms(forms, forms.stream().allMatch(InstructionForm::hasResult));
        }
    }

    Opcode(String... rows) {
        this.rows = List.of(rows);
    }

    private Forms read() {
        return FORMS.computeIfAbsent(this, Forms::of);
    }

    /// Whether the instruction writes its first operand and does not read it.
    public boolean hasResult() {
        return read().haveResult();
    }

    /// Whether the instruction accesses an `mbarrier`.
    public boolean isOnMbarrier() {
        return switch (this) {
            case CP_ASYNC_MBARRIER_ARRIVE,
                    MBARRIER_ARRIVE,
                    MBARRIER_ARRIVE_DROP,
                    MBARRIER_ARRIVE_DROP_EXPECT_TX,
                    MBARRIER_ARRIVE_DROP_NO_COMPLETE,
                    MBARRIER_ARRIVE_EXPECT_TX,
                    MBARRIER_ARRIVE_NO_COMPLETE,
                    MBARRIER_COMPLETE_TX,
                    MBARRIER_EXPECT_TX,
                    MBARRIER_INIT,
                    MBARRIER_INVAL,
                    MBARRIER_TEST_WAIT,
                    MBARRIER_TEST_WAIT_PARITY,
                    MBARRIER_TRY_WAIT,
                    MBARRIER_TRY_WAIT_PARITY ->
                    true;
            default -> false;
        };
    }

    /// Whether the instruction is a product of matrices that a warpgroup computes.
    public boolean isWarpgroupProduct() {
        return this == WGMMA_MMA_ASYNC || this == WGMMA_MMA_ASYNC_SPARSE;
    }

    /// Whether the instruction is a bulk copy or a bulk reduction.
    public boolean isBulkCopy() {
        return switch (this) {
            case CP_ASYNC_BULK_LOAD,
                    CP_ASYNC_BULK_MULTICAST,
                    CP_ASYNC_BULK_SHARE,
                    CP_ASYNC_BULK_STORE,
                    CP_REDUCE_ASYNC_BULK_SHARE,
                    CP_REDUCE_ASYNC_BULK_STORE ->
                    true;
            default -> isTensorCopy();
        };
    }

    /// Whether the instruction is a copy or reduction of a box of a tensor.
    public boolean isTensorCopy() {
        return switch (this) {
            case CP_ASYNC_BULK_TENSOR_LOAD,
                    CP_ASYNC_BULK_TENSOR_MULTICAST,
                    CP_ASYNC_BULK_TENSOR_STORE,
                    CP_REDUCE_ASYNC_BULK_TENSOR ->
                    true;
            default -> false;
        };
    }

    /// The mnemonic of each row up to its first dot.
    String base() {
        return InstructionForm.base(rows.getFirst());
    }

    /// The mnemonic with these modifiers, in the order of the row.
    ///
    /// @throws IllegalStateException if no row permits them
    public String mnemonic(Modifiers modifiers) {
        return forms().stream()
                .flatMap(form -> form.mnemonic(modifiers).stream())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("%s has no %s".formatted(this, modifiers)));
    }

    /// The rows of this instruction; the first that matches is used.
    public List<InstructionForm> forms() {
        return read().rows();
    }
}
