Feature: A kernel of device code is run by itself

  @SI-01 @sim
  Rule: Its buffers and the document about it are the same on every run and any number of threads

    Scenario: Blocks that add up with atomics and write their own parts
      Given the file of device code sum.ptx:
        """
        .visible .entry k(.param .u32 rounds, .param .u64 x, .param .u64 sum)
        {
        .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %rd<4>;
        ld.param.u32 %r4, [rounds];
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [sum];
        mov.u32 %r0, %tid.x;
        mov.u32 %r1, %ctaid.x;
        mad.lo.u32 %r2, %r1, 64, %r0;
        mad.wide.u32 %rd3, %r2, 4, %rd1;
        ld.global.u32 %r3, [%rd3];
        L:
        mad.lo.u32 %r3, %r3, 1664525, 1013904223;
        sub.u32 %r4, %r4, 1;
        setp.ne.u32 %p, %r4, 0;
        @%p bra L;
        st.global.u32 [%rd3], %r3;
        red.global.add.u32 [%rd2], %r3;
        ret;
        }
        """
      When it is simulated with "sum.ptx --grid=64 --block=64 --arg=64 --arg=x=u32[4096]:seed=3 --arg=sum=u32[1] --out=sum=- --out=x=- --timing --json --threads=1"
      Then it exits with status 0 and prints:
        """
        "schema": "offload-tck-simulation",
        "kernel": "k",
        "grid": [ 64, 1, 1 ],
        "threadInstructions": 1093632,
        """
      And it prints the same with "sum.ptx --grid=64 --block=64 --arg=64 --arg=x=u32[4096]:seed=3 --arg=sum=u32[1] --out=sum=- --out=x=- --timing --json --threads=3"

  @SI-02 @sim
  Rule: What it does wrong is told with file, line and thread, and by the exit status

    Scenario: A function of another file writes past a buffer
      Given the file of device code caller.ptx:
        """
        .extern .func put(.param .b64 to);
        .visible .entry k(.param .u64 x)
        {
        .reg .b32 %r1; .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x;
        mad.wide.u32 %rd1, %r1, 4, %rd1;
        { .param .b64 to; st.param.b64 [to], %rd1; call put, (to); }
        ret;
        }
        """
      And the file of device code callee.ptx:
        """
        .visible .func put(.param .b64 to)
        {
        .reg .b64 %rd1;
        ld.param.u64 %rd1, [to];
        st.global.u32 [%rd1], 7;
        ret;
        }
        """
      When it is simulated with "caller.ptx callee.ptx --block=4 --arg=x=u32[3] --json"
      Then it exits with status 1 and prints:
        """
        "source": "caller.ptx+callee.ptx",
        "kind": "out-of-bounds",
        "thread": [ 3, 0, 0 ],
        "module": "callee.ptx",
        "line": 8,
        """

  @SI-03 @sim
  Rule: A run that cannot be made is refused with one line

    Scenario Outline: <what>
      Given the file of device code k.ptx:
        """
        .visible .entry k(.param .u64 x) { ret; }
        """
      When it is simulated with "k.ptx <options>"
      Then it exits with status 2 and prints the line "offload-tck simulate: <line>"

      Examples:
        | what                   | options               | line                                                              |
        | A kernel there is not  | --kernel=j            | k.ptx: no kernel is called 'j'; its kernels: k                     |
        | A block that is no one | --block=2048 --arg=0  | --block is '2048' when X should be from 1 to 1024                  |
