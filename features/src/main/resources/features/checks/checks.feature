Feature: The simulated device tells of faults that a device keeps to itself

  Background:
    Given the device sim

  @CK-01
  Rule: Accesses that nothing puts in an order are told, and those that something does are not

    Scenario: A word is read by another warp before the barrier
      Given a device program of its own:
        """
        .shared .align 4 .b8 s[256];
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %r<3>; .reg .b64 %rd<4>;
        mov.u32 %r0, %tid.x;
        mov.u64 %rd0, s;
        mad.wide.u32 %rd1, %r0, 4, %rd0;
        xor.b32 %r1, %r0, 32;
        mad.wide.u32 %rd2, %r1, 4, %rd0;
        st.shared.u32 [%rd1], %r0;
        ld.shared.u32 %r2, [%rd2];
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 64 threads on out
      Then it stops at 13:1 in thread (32, 0, 0) of kernel k because "store of 4 bytes at 0x80 of shared memory, 128 bytes into 's' (256 bytes) races with a load of 4 bytes of another thread; program.ptx:14:1"

    Scenario Outline: Blocks hand over their results <how>
      Given a device program of its own:
        """
        .global .u32 count;
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd<3>;
        mov.u32 %r0, %ctaid.x;
        ld.param.u64 %rd0, [out];
        mad.wide.u32 %rd1, %r0, 4, %rd0;
        st.global.u32 [%rd1], 7;
        <fence>
        atom.global.add.u32 %r1, [count], 1;
        setp.ne.u32 %p, %r1, 1;
        @%p ret;
        ld.global.u32 %r2, [%rd0];
        ld.global.u32 %r3, [%rd0+4];
        add.u32 %r2, %r2, %r3;
        st.global.u32 [%rd0+8], %r2;
        ret;
        }
        """
      And the device buffer out with the words 0, 0, 0
      When the kernel k is launched with 2 groups of 1 threads on out
      Then <verdict>

      Examples:
        | how             | fence       | verdict |
        | with a fence    | membar.gl;  | the words of out are 7, 7, 14 |
        | without a fence |             | it finds "races with a store of 4 bytes of another thread" |
        | with one of the block | membar.cta; | it finds "races with a store of 4 bytes of another thread" |

    Scenario: A lock of compare-and-swap and exchange
      Given a device program of its own:
        """
        .global .u32 lock;
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd0;
        ld.param.u64 %rd0, [out];
        L: atom.global.cas.b32 %r1, [lock], 0, 1;
        setp.ne.u32 %p, %r1, 0;
        @%p bra L;
        ld.global.u32 %r2, [%rd0];
        add.u32 %r2, %r2, 1;
        st.global.u32 [%rd0], %r2;
        atom.global.exch.b32 %r3, [lock], 0;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 2 groups of 40 threads on out
      Then the words of out are 80

    Scenario: Neighbouring bytes
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %r0; .reg .b64 %rd<3>;
        mov.u32 %r0, %tid.x;
        ld.param.u64 %rd0, [out];
        cvt.u64.u32 %rd1, %r0;
        add.u64 %rd2, %rd0, %rd1;
        st.global.u8 [%rd2], 1;
        ret;
        }
        """
      And the device buffer out with the words 0, 0
      When the kernel k is launched with 1 group of 8 threads on out
      Then the words of out are 16843009, 16843009

  @CK-02
  Rule: A value that nobody set is told where it decides something, not where it is moved

    Scenario: A branch on shared memory that nobody wrote
      Given a device program of its own:
        """
        .shared .align 4 .b8 s[16];
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r0;
        ld.shared.u32 %r0, [s+4];
        setp.ne.u32 %p, %r0, 0;
        @%p bra E;
        E: ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 1 threads on out
      Then it stops at 10:5 in thread (0, 0, 0) of kernel k because "a branch depends on an uninitialised value; program.ptx:8:1"

    Scenario: A structure with padding is moved, and its set byte decides
      Given a device program of its own:
        """
        .shared .align 8 .b8 s[16];
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r<3>; .reg .b64 %rd<3>;
        ld.param.u64 %rd0, [out];
        st.shared.u8 [s], 5;
        ld.shared.u64 %rd1, [s];
        st.shared.u64 [s+8], %rd1;
        ld.shared.u32 %r0, [s+8];
        and.b32 %r1, %r0, 255;
        setp.ne.u32 %p, %r1, 5;
        @%p ret;
        st.global.u32 [%rd0], %r1;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 1 threads on out
      Then the words of out are 5

  @CK-03
  Rule: Threads of a warp come to an aligned barrier together

    Scenario Outline: They come from two places, <barrier>
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r0; .reg .b64 %rd0;
        mov.u32 %r0, %tid.x;
        ld.param.u64 %rd0, [out];
        setp.lt.u32 %p, %r0, 16;
        @%p bra A;
        <barrier> 0;
        ret;
        A: <barrier> 0;
        st.global.u32 [%rd0], 3;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 32 threads on out
      Then <verdict>

      Examples:
        | barrier      | verdict                                                             |
        | bar.sync     | it finds "threads of one warp reach barrier 0 at two instructions" |
        | barrier.sync | the words of out are 3                                               |

    Scenario: Some have exited
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r0;
        mov.u32 %r0, %tid.x;
        setp.gt.u32 %p, %r0, 20;
        @%p exit;
        bar.sync 0;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 32 threads on out
      Then it finds "a warp reaches barrier 0 after one of its threads has exited"

    Scenario Outline: Some go <where> and exit
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r0; .reg .b64 %rd0;
        mov.u32 %r0, %tid.x;
        ld.param.u64 %rd0, [out];
        setp.gt.u32 %p, %r0, 20;
        @%p bra <where>;
        bar.sync 0;
        after_the_barrier: st.global.u32 [%rd0], 3;
        to_the_end: ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 32 threads on out
      Then <verdict>

      Examples:
        | where             | verdict                                                              |
        | after_the_barrier | it finds "a warp reaches barrier 0, which one of its threads bypasses" |
        | to_the_end        | the words of out are 3                                                |

  @CK-06
  Rule: Warps come to a barrier of their block equally often

    Scenario Outline: A warp leaves <when>
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %p; .reg .b32 %r0; .reg .b64 %rd0;
        ld.param.u64 %rd0, [out];
        mov.u32 %r0, %tid.x;
        setp.ge.u32 %p, %r0, 32;
        <first>
        bar.sync 0;
        <second>
        bar.sync 0;
        st.global.u32 [%rd0], 3;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel k is launched with 1 group of 64 threads on out
      Then <verdict>

      Examples:
        | when                  | first    | second   | verdict                                                            |
        | before its first      | @%p ret; |          | the words of out are 3                                             |
        | before its second     |          | @%p ret; | it finds "a warp reaches barrier 0 again after another has exited" |
        | after both, as others |          |          | the words of out are 3                                             |

  @CK-04 @CK-05
  Rule: What is found in an executable is told with the line of its source, and what kernels leave with those that allocated it

    Scenario Outline: A program with a fault of each kind, by <toolchain>
      Given the toolchain <toolchain>
      When the executable planted_faults is built at O2 and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report names "planted_faults.cpp:15"
      And the report names "planted_faults.cpp:23"
      And the report names "planted_faults.cpp:34"
      And the report names "copy of 16000 bytes to the host has 4 uninitialised bytes"
      And the report names "planted_faults.cpp:59"
      And the report names "planted_faults.cpp:69"
      And the report names "2400 bytes that a kernel allocated in 100 blocks"
      And the report names "planted_faults.cpp:80"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: A program that comes near each, by <toolchain> at <level>
      Given the toolchain <toolchain>
      When the executable near_misses is built at <level> and run with "--check all"
      Then its results are the host's and the driver launched its kernels
      And the report does not name "near_misses.cpp"

      Examples:
        | toolchain | level |
        | clang-16  | O0    |
        | clang-16  | O2    |
        | clang-19  | O0    |
        | clang-22  | O0    |
        | clang-19  | O2    |
        | clang-22  | O2    |

    Scenario Outline: An access to a freed block of the device heap, which stops no kernel, by <toolchain>
      Given the toolchain <toolchain>
      When the executable stopping_faults is built at O2 and run with all checks and STOPPED_BY=thread-freed
      Then its results are the host's and the driver launched its kernels
      And the report names "finding 1: use after free: "
      And the report names ", which is freed"
      And the report names "stopping_faults.cpp:24"

      Examples:
        | toolchain |
        | clang-16  |
        | clang-19  |
        | clang-22  |

    Scenario Outline: A fault that stops the kernel, <fault>, by <toolchain>
      Given the toolchain <toolchain>
      When the executable stopping_faults is built at O2 and run with all checks and STOPPED_BY=<fault>
      Then the program ends as CRASH(SIGABRT): "failure of target construct"
      And the report names "finding 1: <kind>: "
      And the report names "<what>"
      And the report names "stopping_faults.cpp:<line>"

      Examples:
        | toolchain | fault        | kind           | what                      | line |
        | clang-16  | host-freed   | use after free | , which is freed          | 14   |
        | clang-16  | freed-twice  | invalid free   | , which is freed          | 37   |
        | clang-16  | misaligned   | misaligned     | is not at a multiple of 4 | 44   |
        | clang-16  | below        | out of bounds  | bytes before              | 52   |
