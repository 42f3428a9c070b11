Feature: Calls through pointers in device code
  In the design, a function of the device runtime translates each pointer before it is called.

  @IC-09 @IC-10
  Rule: The pointer that is called is the one that the translation gave

    Scenario: The code that the documents make of a call
      When device code is
        """
          %0 = load void ()*, void ()** %fptr.addr
          %1 = bitcast void ()* %0 to i8*
          %call = call i8* @__kmpc_target_translate_fptr(i8* %1)
          %fptr_device = bitcast i8* %call to void ()*
          call void %fptr_device()
        """
      Then each of its 1 call through a pointer is translated by __kmpc_target_translate_fptr

    Scenario: The code before
      When device code is
        """
          %0 = load void ()*, void ()** %fptr.addr
          call void %0()
        """
      Then it calls 1 pointer as they are

    Scenario: Another pointer is called than the one that was translated
      When device code is
        """
          %0 = load void ()*, void ()** %fptr.addr
          %1 = bitcast void ()* %0 to i8*
          %call = call i8* @__kmpc_target_translate_fptr(i8* %1)
          call void %0()
        """
      Then it calls 1 pointer as they are

    Scenario Outline: No call is translated, as D15 says, in <module>
      When the device code <module> is read
      Then it calls <calls> pointers as they are
      And none of its symbols is called __kmpc_target_translate_fptr

      Examples: one call is of the compiler's own, to the body of a parallel region
        | module            | calls |
        | ir/device15.ll    | 2     |

      Examples:
        | module            | calls |
        | ir/device16.ll    | 1     |
        | ir/device19.ll    | 1     |
        | ir/device22.ll    | 1     |

  @IC-33
  Scenario Outline: Without unified shared memory a call needs no translation, in <module>
    When the device code <module> is read
    Then the host module <host> asks for no unified shared memory
    And it calls 1 pointer as they are

    Examples:
      | module         | host         |
      | ir/device16.ll | ir/host16.ll |
      | ir/device19.ll | ir/host19.ll |
      | ir/device22.ll | ir/host22.ll |

  @IC-25 @IC-26 @IC-27
  Rule: A module may define the table and its size, weak, for all modules of an image

    Scenario: The definitions that the documents have
      When device code is
        """
        target triple = "nvptx64-nvidia-cuda"
        @__omp_offloading_fptr_map_p = weak global ptr null, align 8
        @__omp_offloading_fptr_map_size = weak global i64 0, align 8
        """
      Then it defines __omp_offloading_fptr_map_p as a weak variable
      And it defines __omp_offloading_fptr_map_size as a weak variable

    Scenario Outline: No module defines them, as D36 says: <module>
      When the device code <module> is read
      Then none of its symbols is called __omp_offloading_fptr_map_p
      And none of its symbols is called __omp_offloading_fptr_map_size

      Examples:
        | module         |
        | ir/device15.ll |
        | ir/device16.ll |
        | ir/device19.ll |
        | ir/device22.ll |
