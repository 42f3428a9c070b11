Feature: The time of a launch has the shapes that devices are known for

  Background:
    Given the device sim

  @TM-01
  Rule: The same launches take the same cycles

    Scenario: Twice, on as many threads of the host as there are
      Given launches are timed as on the device h200
      And a grid of 64 groups of 256 threads
      When copy runs 2 and then 4 iterations
      And the same launches are made again
      Then they take the same again

    Scenario Outline: On one thread of the host, then on <threads>
      Given launches are timed as on the device t4
      And launches use 1 thread of the host
      And a grid of 200 groups of 256 threads
      When copy runs 2 and then 4 iterations
      And launches use <threads> threads of the host
      And the same launches are made again
      Then they take the same again

      Examples:
        | threads |
        | 2       |
        | 5       |

  @TM-02
  Rule: Dependent arithmetic takes its latency, independent arithmetic less

    # Eight steps and the branch, beside which the loop's sum and comparison go. An H200 takes 39.5 and 29.0 cycles.
    Scenario Outline: <kernel> on <device>
      Given launches are timed as on the device <device>
      And a grid of 1 group of 32 threads
      When <kernel> runs 10 and then 60 iterations
      Then an iteration takes <cycles> cycles

      Examples:
        | device | kernel          | cycles |
        | t4     | fma_chain       | 40     |
        | h200   | fma_chain       | 40     |
        | t4     | fma_independent | 27     |
        | h200   | fma_independent | 28     |

  @TM-03
  Rule: A chain of loads takes the latency of the level that answers

    Scenario Outline: <level> of <device>
      Given launches are timed as on the device <device>
      And a grid of 1 group of 1 thread
      When <kernel> runs 100 and then 400 iterations over a ring of <count> addresses 512 bytes apart
      Then each of 4 steps of an iteration takes <latency> cycles within a tenth

      Examples:
        | device  | level | kernel        | count | latency |
        | t4      | l1    | chase         | 64    | 32      |
        | a100    | l1    | chase         | 64    | 36      |
        | h200    | l1    | chase         | 64    | 34      |
        | t4      | l2    | chase_past_l1 | 64    | 236     |
        | a100    | l2    | chase_past_l1 | 64    | 211     |
        | h200    | l2    | chase_past_l1 | 64    | 265     |
        | t4      | dram  | chase         | 16384 | 311     |
        | a100    | dram  | chase         | 16384 | 571     |
        | h200    | dram  | chase         | 16384 | 655     |
        | rtx2060 | l1    | chase         | 64    | 32      |
        | rtx2060 | l2    | chase_past_l1 | 64    | 236     |
        | rtx2060 | dram  | chase         | 16384 | 311     |
        | h100    | l1    | chase         | 64    | 34      |
        | h100    | l2    | chase_past_l1 | 64    | 265     |
        | h100    | dram  | chase         | 16384 | 655     |
        | a40     | l1    | chase         | 64    | 36      |
        | a40     | l2    | chase_past_l1 | 64    | 229     |
        | a40     | dram  | chase         | 16384 | 441     |
        | l40     | l1    | chase         | 64    | 36      |
        | l40     | l2    | chase_past_l1 | 64    | 276     |
        | l40     | dram  | chase         | 16384 | 632     |
        | b200    | l1    | chase         | 64    | 39      |
        | b200    | l2    | chase_past_l1 | 64    | 295     |
        | b200    | dram  | chase         | 16384 | 655     |
        | rtx5090 | l1    | chase         | 64    | 36      |
        | rtx5090 | l2    | chase_past_l1 | 64    | 340     |
        | rtx5090 | dram  | chase         | 16384 | 877     |

  @TM-04
  Rule: A copy moves what the memory of the device can

    Scenario Outline: A copy on <device>
      Given launches are timed as on the device <device>
      And a grid of <groups> groups of 256 threads
      When copy runs <few> and then <many> iterations
      Then an iteration of <bytes> bytes moves <bandwidth> megabytes a second within a tenth

      Examples:
        | device  | groups | few | many | bytes   | bandwidth |
        | t4      | 160    | 8   | 16   | 1310720 | 282000    |
        | rtx2060 | 120    | 8   | 16   | 983040  | 296000    |
        | a100    | 864    | 8   | 10   | 7077888 | 1750000   |
        | a40     | 504    | 8   | 12   | 4128768 | 679000    |
        | h100    | 1056   | 8   | 10   | 8650752 | 2714000   |
        | h200    | 1056   | 8   | 10   | 8650752 | 3890000   |

  @TM-05
  Rule: Loads that lie together move fewer sectors than loads that lie apart

    Scenario: Next to one another, and a sector apart
      Given launches are timed as on the device a100
      And a grid of 216 groups of 256 threads
      And threads 1 word apart
      When strided runs 2 and then 4 iterations
      Then an iteration has 6912 global-sectors
      Given threads 8 words apart
      When strided runs 2 and then 4 iterations
      Then an iteration has 55296 global-sectors
      And an iteration takes at least 2.0 times the cycles of one before

  @TM-06
  Rule: Lanes that want different words of a bank come after one another

    # An H200 takes 29.5, 31.5, 35.5 and 91.5 cycles for 1, 2, 4 and 32 words.
    Scenario Outline: Lanes <distance> words apart
      Given launches are timed as on the device h200
      And a grid of 1 group of 32 threads
      And threads <distance> words apart
      When shared_chain runs 10 and then 20 iterations
      Then the last launch has a worst-bank-conflict of <degree>
      And each of 4 steps of an iteration takes <cycles> cycles within a tenth

      Examples:
        | distance | degree | cycles |
        | 1        | 1      | 29     |
        | 2        | 2      | 31     |
        | 4        | 4      | 35     |
        | 32       | 32     | 91     |
        | 33       | 1      | 29     |

  @TM-07
  Rule: Occupancy is told with what limits it

    Scenario Outline: Groups of <threads> threads with <shared> bytes, <limiter> limiting
      Given launches are timed as on the device h200
      And a grid of 1 group of <threads> threads
      And <shared> bytes of shared memory for each group
      When <kernel> runs 1 and then 2 iterations
      Then the last launch has a resident-groups-limited-by-<limiter> of <groups>

      Examples:
        | kernel      | threads | shared | limiter       | groups |
        | nothing     | 32      | 0      | ctas          | 32     |
        | nothing     | 512     | 0      | warps         | 4      |
        | nothing     | 256     | 65536  | shared-memory | 3      |
        | many_values | 256     | 0      | registers     | 2      |

  @TM-08
  Rule: What rests on assumed figures is told

    Scenario: A copy, where nobody published the bandwidth that programs reach
      Given launches are timed as on the device t4
      And a grid of 160 groups of 256 threads
      When copy runs 2 and then 4 iterations
      Then the last launch has more than 50 of assumed

  @TM-09
  Rule: Figures of devices that others published are met on average

    # `offload-tck calibrate --published` prints the same points; published.csv has their sources.
    Scenario: Streams through memory on an A40, an A100 and an H200
      When the published figures of stream are modelled
      Then the mean error of at least 60 points is at most 12 percent

    Scenario: Latencies and throughputs
      When the published figures of latency and throughput are modelled
      Then the mean error of at least 70 points is at most 10 percent

  @TM-10
  Rule: A launch finds in the second-level cache what earlier launches left there

    Scenario Outline: 1 MiB read twice on <device>
      Given launches are timed as on the device <device>
      And a grid of 512 groups of 256 threads
      When stream_read runs twice over the same 1048576 bytes
      Then the second launch has at most 0.9 times the cycles of the first
      And the second launch has at most 0.0 times the dram-read of the first

      Examples:
        | device |
        | t4     |
        | h200   |

    Scenario: 16 MiB read twice on t4, whose cache has 4 MiB
      Given launches are timed as on the device t4
      And a grid of 8192 groups of 256 threads
      When stream_read runs twice over the same 16777216 bytes
      Then the second launch has at least 0.99 times the cycles of the first
      And the second launch has at least 1.0 times the dram-read of the first
