Feature: What device code does wrong is told by kernel, thread and place

  Background:
    Given the device sim

  @SD-20
  Rule: A kernel that touches memory outside every allocation stops with an error that names the kernel, the instruction and the address

    Scenario: The last thread writes one word past a buffer
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %t;
        .reg .b64 %to;
        mov.u32 %t, %tid.x;
        ld.param.u64 %to, [out];
        mad.wide.u32 %to, %t, 4, %to;
        st.global.u32 [%to+4], %t;
        ret;
        }
        """
      And the device buffer out with the words 0, 0, 0, 0
      When the kernel k is launched with 1 group of 4 threads on out
      Then it stops at 11:1 in thread (3, 0, 0) of kernel k because "store of 4 bytes at 0x200000000010 is 0 bytes past the end"

    Scenario: A null pointer is read
      Given a device program of its own:
        """
        .visible .entry k(.param .u64 in)
        {
        .reg .b32 %t;
        .reg .b64 %from;
        ld.param.u64 %from, [in];
        ld.u32 %t, [%from+8];
        ret;
        }
        """
      When the kernel k is launched with 1 group of 1 threads on 0
      Then it stops at 9:1 in thread (0, 0, 0) of kernel k because "load of 4 bytes at 0x8 is through a null pointer"

  @SD-23
  Rule: Threads that wait for each other without end stop with an error that names them and where they wait

    Scenario: Two warps wait at different barriers
      Given a device program of its own:
        """
        .visible .entry k()
        {
        .reg .pred %p;
        .reg .b32 %t;
        mov.u32 %t, %tid.x;
        setp.lt.u32 %p, %t, 32;
        @%p bra first;
        bar.sync 1;
        first:
        bar.sync 2;
        ret;
        }
        """
      When the kernel k is launched with 1 group of 64 threads on nothing
      Then it stops at 13:1 in thread (0, 0, 0) of kernel k because "threads 32-63 wait at 11:1 for barrier 1"

  @SD-31
  Rule: Threads that are at the same place and wait for the same are named together where a deadlock is told

    Scenario: Two and a half warps wait for one and a half
      Given a device program of its own:
        """
        .visible .entry k()
        {
        .reg .pred %p;
        .reg .b32 %t;
        mov.u32 %t, %tid.x;
        setp.lt.u32 %p, %t, 80;
        @%p bra first;
        bar.sync 1;
        first:
        bar.sync 2;
        ret;
        }
        """
      When the kernel k is launched with 1 group of 128 threads on nothing
      Then it stops at 13:1 in thread (0, 0, 0) of kernel k because "no thread can make progress: threads 0-79 wait at 13:1 for barrier 2; threads 80-127 wait at 11:1 for barrier 1"

  @SD-29
  Rule: A kernel that may come to a query of a texture or a reduction on a surface is refused when it is looked up, with the place of the instruction, and the other kernels of its module run

    Scenario Outline: A kernel contains <instruction>
      Given a device program of its own:
        """
        .visible .entry picture(.param .u64 object)
        {
        .reg .b64 %t;
        .reg .b32 %x;
        ld.param.u64 %t, [object];
        <instruction>;
        ret;
        }
        """
      When the kernel picture is looked up
      Then it is rejected because "<reason>"

      Examples:
        | instruction                            | reason                                                                               |
        | txq.width.b32 %x, [%t]                 | instruction 'txq.width.b32' is not simulated; kernel 'picture' contains it           |
        | sured.b.add.1d.u32.trap [%t, {%x}], %x | instruction 'sured.b.add.1d.u32.trap' is not simulated; kernel 'picture' contains it |

    Scenario: A function that the kernel calls asks for the size of a texture, and another kernel does not call it
      Given a device program of its own:
        """
        .func sample(.param .b64 texture)
        {
        .reg .b64 %t;
        .reg .b32 %x;
        ld.param.u64 %t, [texture];
        txq.width.b32 %x, [%t];
        ret;
        }
        .visible .entry picture(.param .u64 texture)
        {
        .reg .b64 %t;
        .param .b64 argument;
        ld.param.u64 %t, [texture];
        st.param.b64 [argument], %t;
        call sample, (argument);
        ret;
        }
        .visible .entry plain(.param .u64 out)
        {
        .reg .b64 %to;
        ld.param.u64 %to, [out];
        st.global.u32 [%to], 5;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel picture is looked up
      Then it is rejected because "program.ptx:9:1: instruction 'txq.width.b32' is not simulated; kernel 'picture' calls 'sample', which contains it"
      When the kernel plain is launched with 1 group of 1 threads on out
      Then the words of out are 5

  @SD-28
  Rule: An instruction that cannot be executed stops the kernel that comes to it with an error that names the instruction and its place

    Scenario: Only the kernel that comes to it stops
      Given a device program of its own:
        """
        .visible .entry good(.param .u64 out)
        {
        .reg .b64 %to;
        ld.param.u64 %to, [out];
        st.global.u32 [%to], 5;
        ret;
        }
        .visible .entry bad()
        {
        .reg .b32 %r<3>;
        frobnicate.u32 %r1, %r2;
        ret;
        }
        """
      And the device buffer out with the words 0
      When the kernel good is launched with 1 group of 1 threads on out
      Then the words of out are 5
      When the kernel bad is launched with 1 group of 1 threads on nothing
      Then it stops at 14:1 in thread (0, 0, 0) of kernel bad because "instruction 'frobnicate.u32': is unknown"

  @SD-21
  Rule: The same launch gives the same bits, the same counts and the same error on every run and on every host

    Scenario: Two launches of a kernel with a lock
      Given the device program omp_06_critical.O2.sm75.ptx of the corpus
      And the device buffer c with the words 0, 0
      When the kernel __omp_offloading_fe00_2b6649__Z1fPii_l2 is launched with 2 groups of 64 threads on 100, c
      Then it counts 40186 warp-instructions
      And a second launch of it counts the same
