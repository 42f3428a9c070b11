! Memory that the program allocates on the device: copies, associations and kernels that use it.
program device_memory
  use iso_c_binding
  use omp_lib
  implicit none
  integer, parameter :: n = 64
  type(c_ptr) :: d
  real(c_double), target :: a(n), b(n)
  integer :: device, host, i, rc
  device = omp_get_default_device()
  host = omp_get_initial_device()
  if (omp_get_num_devices() == 0) device = host
  a = [(i, i = 1, n)]
  d = omp_target_alloc(int(n, c_size_t) * 8, device)
  if (.not. c_associated(d)) error stop "no memory"
  rc = omp_target_memcpy(d, c_loc(a), int(n, c_size_t) * 8, 0_c_size_t, 0_c_size_t, device, host)
  if (rc /= 0) error stop "copy to"
  call twice(d, n)
  b = 0
  rc = omp_target_memcpy(c_loc(b), d, int(n - 4, c_size_t) * 8, 32_c_size_t, 32_c_size_t, host, device)
  if (rc /= 0) error stop "copy from"
  if (any(b(1:4) /= 0) .or. any(b(5:) /= 2 * a(5:))) error stop "results"
  if (device /= host) then
    rc = omp_target_associate_ptr(c_loc(b), d, int(n, c_size_t) * 8, 0_c_size_t, device)
    if (rc /= 0) error stop "associate"
    !$omp target map(tofrom: b)
    do i = 1, n
      b(i) = b(i) + 0.5d0
    end do
    !$omp end target
    if (b(9) /= 18) error stop "copied although associated"
    !$omp target update from(b)
    if (any(b /= 2 * a + 0.5d0)) error stop "update of associated memory"
    rc = omp_target_disassociate_ptr(c_loc(b), device)
    if (rc /= 0) error stop "disassociate"
  end if
  call omp_target_free(d, device)
  !$omp target data map(tofrom: a)
  !$omp target data use_device_addr(a)
  call twice(c_loc(a), n)
  !$omp end target data
  !$omp end target data
  if (any(a /= [(2d0 * i, i = 1, n)])) error stop "use_device_addr"
  print '(a)', "ok"
contains
  subroutine twice(p, count)
    type(c_ptr), intent(in) :: p
    integer, value :: count
    real(c_double), pointer :: x(:)
    integer :: k
    call c_f_pointer(p, x, [count])
    !$omp target teams distribute parallel do has_device_addr(x)
    do k = 1, count
      x(k) = 2 * x(k)
    end do
  end subroutine
end program
