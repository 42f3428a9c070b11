Feature: The simulated device runs kernels as a GPU does

  Background:
    Given the device sim

  @SD-24
  Rule: A barrier joins threads wherever in the code they come to it

    Scenario Outline: Workers wait for the main thread of a generic-mode kernel, as <file> has it
      Given the device program <file> of the corpus
      And the device buffer x with the words 1, 4, 7, 10, 13, 16, 19, 22
      When the kernel <kernel> is launched with 1 group of <threads> threads on <arguments>
      Then the words of x are 23, 23, <parallel>, 35, 39, 43, 47, 51

      Examples:
        | file                              | kernel                                  | threads | parallel | arguments |
        | omp_04_generic_mode.O0.sm75.ptx   | __omp_offloading_fe00_2b6647__Z1fPii_l3 | 96      | 64       | x, 8      |
        | omp_04_generic_mode.O2.sm75.ptx   | __omp_offloading_fe00_2b6647__Z1fPii_l3 | 64      | 64       | x, 8      |
        | omp19_04_generic_mode.O0.sm75.ptx | __omp_offloading_fe00_514140__Z1fPii_l3 | 96      | 64       | 0, x, 8   |

  @SD-22
  Rule: Threads of a warp each make progress, so that a lock that one lane holds and another waits for is passed on

    Scenario Outline: A critical section on one warp, as <file> has it
      Given the device program <file> of the corpus
      And the device buffer c with the words 0, 0
      When the kernel <kernel> is launched with 1 group of 32 threads on <arguments>
      Then the words of c are 10, 82

      Examples:
        | file                           | kernel                                  | arguments |
        | omp_06_critical.O0.sm75.ptx    | __omp_offloading_fe00_2b6649__Z1fPii_l2 | 5, c      |
        | omp_06_critical.O2.sm75.ptx    | __omp_offloading_fe00_2b6649__Z1fPii_l2 | 5, c      |
        | omplto_06_critical.O2.sm75.ptx | __omp_offloading_fe00_2b6649__Z1fPii_l2 | 5, c      |
        | omp19_06_critical.O0.sm75.ptx  | __omp_offloading_fe00_514142__Z1fPii_l2 | 0, 5, c   |

  @SD-25
  Rule: A clock that device code reads goes on while the code waits for it

    Scenario: A thread waits for a thousand cycles
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p;
        .reg .b32 %start, %now;
        .reg .b64 %to;
        mov.u32 %start, %clock;
        spin:
        mov.u32 %now, %clock;
        sub.u32 %now, %now, %start;
        setp.lt.u32 %p, %now, 1000;
        @%p bra spin;
        ld.param.u64 %to, [out];
        st.global.u32 [%to], 1;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 1 threads on out
      Then the words of out are 1

  @SD-26
  Rule: A fused multiplication and addition rounds once

    Scenario: A product whose low half decides
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .f32 %a;
        .reg .b64 %to;
        ld.param.u64 %to, [out];
        ld.global.f32 %a, [%to];
        fma.rn.f32 %a, %a, %a, 0fBF800002;
        st.global.f32 [%to], %a;
        ret;
        }
        """
      And the device buffer out with the words 1065353217
      When the kernel k is launched with 1 group of 1 threads on out
      Then the words of out are 679477248

  @SD-27
  Rule: Lanes of a warp may call different functions through their addresses

    Scenario: Even lanes double, odd lanes negate
      Given a device program of its own:
        """
        .func (.param .b32 r) twice(.param .b32 n)
        {
        .reg .b32 %n;
        ld.param.b32 %n, [n];
        shl.b32 %n, %n, 1;
        st.param.b32 [r], %n;
        ret;
        }
        .func (.param .b32 r) negated(.param .b32 n)
        {
        .reg .b32 %n;
        ld.param.b32 %n, [n];
        neg.s32 %n, %n;
        st.param.b32 [r], %n;
        ret;
        }
        .global .u64 table[2] = {twice, negated};
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %t, %odd, %result;
        .reg .b64 %at, %f, %to;
        .param .b32 argument;
        .param .b32 result;
        shape: .callprototype (.param .b32 _) _ (.param .b32 _);
        mov.u32 %t, %tid.x;
        and.b32 %odd, %t, 1;
        mov.u64 %at, table;
        mad.wide.u32 %at, %odd, 8, %at;
        ld.global.u64 %f, [%at];
        st.param.b32 [argument], %t;
        call (result), %f, (argument), shape;
        ld.param.b32 %result, [result];
        ld.param.u64 %to, [out];
        mad.wide.u32 %to, %t, 4, %to;
        st.global.u32 [%to], %result;
        ret;
        }
        """
      And the device buffer out with the words 9, 9, 9, 9, 9, 9
      When the kernel k is launched with 1 group of 6 threads on out
      Then the words of out are 0, -1, 4, -3, 8, -5

  @SD-30
  Rule: What a thread has begun to copy to shared memory is there when the thread has waited for it

    Scenario: Four words are copied and read back, the last two of them as zeros
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %at, %two, %v<4>;
        .reg .b64 %to;
        .shared .align 16 .b8 kept[16];
        ld.param.u64 %to, [out];
        mov.u32 %at, kept;
        mov.u32 %two, 8;
        cp.async.ca.shared.global [%at], [%to], 16, %two;
        cp.async.commit_group;
        cp.async.wait_group 0;
        ld.shared.v4.u32 {%v0, %v1, %v2, %v3}, [%at];
        st.global.v4.u32 [%to+16], {%v0, %v1, %v2, %v3};
        ret;
        }
        """
      And the device buffer out with the words 1, 2, 3, 4, 9, 9, 9, 9
      When the kernel k is launched with 1 group of 1 threads on out
      Then the words of out are 1, 2, 3, 4, 1, 2, 0, 0

  @SD-32
  Rule: An element of a product of matrices is the sum of its terms rounded once, and is in the lane and the register that the instruction set documents

    Scenario: Row r of the first matrix is r, column c of the second c, so that the product has 16 r c
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %t, %group, %a, %d<2>, %z<2>;
        .reg .b64 %to;
        ld.param.u64 %to, [out];
        mov.u32 %t, %laneid;
        shr.u32 %group, %t, 2;
        mul.lo.u32 %a, %group, 0x01010101;
        mov.u32 %z0, 0;
        mov.u32 %z1, 0;
        mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%d0, %d1}, {%a}, {%a}, {%z0, %z1};
        mad.wide.u32 %to, %t, 8, %to;
        st.global.v2.u32 [%to], {%d0, %d1};
        ret;
        }
        """
      And the device buffer out with the words 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9
      When the kernel k is launched with 1 group of 32 threads on out
      Then the words of out are 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 32, 48, 64, 80, 96, 112, 0, 32, 64, 96, 128, 160, 192, 224, 0, 48, 96, 144, 192, 240, 288, 336, 0, 64, 128, 192, 256, 320, 384, 448, 0, 80, 160, 240, 320, 400, 480, 560, 0, 96, 192, 288, 384, 480, 576, 672, 0, 112, 224, 336, 448, 560, 672, 784

  @SD-33
  Rule: A thread that has waited for a phase of an mbarrier sees what threads stored before they arrived in it

    Scenario: A warp reads what another one has stored to shared memory
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %first, %reads, %done;
        .reg .b32 %t, %at, %v;
        .reg .b64 %to;
        .shared .align 8 .b64 filled;
        .shared .align 4 .b32 kept[64];
        ld.param.u64 %to, [out];
        mov.u32 %t, %tid.x;
        mov.u32 %at, kept;
        mad.lo.u32 %at, %t, 4, %at;
        setp.eq.u32 %first, %t, 0;
        @%first mbarrier.init.shared.b64 [filled], 32;
        bar.sync 0;
        setp.lt.u32 %reads, %t, 32;
        @%reads bra wait;
        st.shared.u32 [%at], %t;
        mbarrier.arrive.shared.b64 _, [filled];
        ret;
        wait:
        mbarrier.try_wait.parity.shared.b64 %done, [filled], 0;
        @!%done bra wait;
        ld.shared.u32 %v, [%at+128];
        mad.wide.u32 %to, %t, 4, %to;
        st.global.u32 [%to], %v;
        ret;
        }
        """
      And the device buffer out with the words 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9
      When the kernel k is launched with 1 group of 64 threads on out
      Then the words of out are 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63

  @SD-34
  Rule: A thread that has waited for a bulk copy sees what the copy has written

    Scenario: Words are copied to shared memory, back to other words, and added to these
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %done;
        .reg .b64 %to;
        .shared .align 8 .b64 filled;
        .shared .align 16 .b32 kept[4];
        ld.param.u64 %to, [out];
        mbarrier.init.shared.b64 [filled], 1;
        mbarrier.arrive.expect_tx.shared.b64 _, [filled], 16;
        cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [kept], [%to], 16, [filled];
        wait:
        mbarrier.try_wait.parity.shared.b64 %done, [filled], 0;
        @!%done bra wait;
        cp.async.bulk.global.shared::cta.bulk_group [%to+16], [kept], 16;
        cp.async.bulk.commit_group;
        cp.async.bulk.wait_group 0;
        cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%to+16], [kept], 16;
        cp.async.bulk.commit_group;
        cp.async.bulk.wait_group 0;
        ret;
        }
        """
      And the device buffer out with the words 1, 2, 3, 4, 9, 9, 9, 9
      When the kernel k is launched with 1 group of 1 threads on out
      Then the words of out are 1, 2, 3, 4, 2, 4, 6, 8

    Scenario: Words are copied to both CTAs of a cluster, which also store to each other
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        .explicitcluster
        .reqnctapercluster 2, 1, 1
        {
        .reg .pred %done, %second;
        .reg .b16 %mask;
        .reg .b32 %rank, %other, %there, %filled, %v;
        .reg .b64 %to;
        .shared .align 8 .b64 filled;
        .shared .align 16 .b32 kept[4];
        .shared .align 4 .b32 added;
        ld.param.u64 %to, [out];
        mov.u32 %rank, %cluster_ctarank;
        mbarrier.init.shared.b64 [filled], 1;
        mbarrier.arrive.expect_tx.shared.b64 _, [filled], 20;
        barrier.cluster.arrive;
        barrier.cluster.wait;
        setp.ne.u32 %second, %rank, 0;
        mov.b16 %mask, 3;
        @!%second cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [kept], [%to], 16, [filled], %mask;
        xor.b32 %other, %rank, 1;
        mapa.shared::cluster.u32 %there, added, %other;
        mapa.shared::cluster.u32 %filled, filled, %other;
        add.u32 %v, %rank, 100;
        st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%there], %v, [%filled];
        wait:
        mbarrier.try_wait.parity.shared.b64 %done, [filled], 0;
        @!%done bra wait;
        ld.shared.u32 %other, [kept+4];
        ld.shared.u32 %v, [added];
        mad.wide.u32 %to, %rank, 8, %to;
        st.global.u32 [%to+16], %other;
        st.global.u32 [%to+20], %v;
        barrier.cluster.arrive;
        barrier.cluster.wait;
        ret;
        }
        """
      And the device buffer out with the words 1, 2, 3, 4, 9, 9, 9, 9
      When the kernel k is launched with 2 groups of 1 threads on out
      Then the words of out are 1, 2, 3, 4, 2, 101, 2, 100
