; ModuleID = 'device_module.cpp'
source_filename = "device_module.cpp"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.DynamicEnvironmentTy = type { i16 }
%struct.KernelEnvironmentTy = type { %struct.ConfigurationEnvironmentTy, ptr, ptr }
%struct.ConfigurationEnvironmentTy = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%struct.Table = type { i32 }

@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_dynamic_environment = weak_odr protected global %struct.DynamicEnvironmentTy zeroinitializer
@__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_kernel_environment = weak_odr protected constant %struct.KernelEnvironmentTy { %struct.ConfigurationEnvironmentTy { i8 1, i8 0, i8 1, i32 1, i32 128, i32 -1, i32 -1, i32 0, i32 0 }, ptr @1, ptr @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_dynamic_environment }
@table = protected local_unnamed_addr global %struct.Table { i32 7 }, align 4
@counter = protected local_unnamed_addr global i32 7, align 4
@shared_decl_tgt_ref_ptr = weak local_unnamed_addr global ptr null, align 8
@_ZL4step = internal global i32 3, align 4
@"__ZL4step$ref" = internal constant ptr @_ZL4step, align 8
@__omp_offloading_fe00_2227b9_next_l21 = protected local_unnamed_addr constant ptr @_Z4nexti
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @__dtor_table, ptr null }]
@llvm.compiler.used = appending global [1 x ptr] [ptr @"__ZL4step$ref"], section "llvm.metadata"

; Function Attrs: alwaysinline convergent mustprogress norecurse nounwind
define weak_odr protected void @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26(ptr noalias noundef %0, ptr noundef nonnull align 4 dereferenceable(4) %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = tail call i32 @__kmpc_target_init(ptr nonnull @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_kernel_environment, ptr %0) #5
  %6 = icmp eq i32 %5, -1
  br i1 %6, label %8, label %7

7:                                                ; preds = %4, %8
  ret void

8:                                                ; preds = %4
  %9 = trunc i64 %2 to i32
  %10 = shl nsw i32 %9, 1
  %11 = load i32, ptr @_ZL4step, align 4, !tbaa !14
  %12 = add nsw i32 %11, %10
  %13 = tail call noundef i32 %3(i32 noundef %9) #6
  %14 = add nsw i32 %12, %13
  %15 = load i32, ptr @table, align 4, !tbaa !18
  %16 = add nsw i32 %14, %15
  %17 = load i32, ptr @counter, align 4, !tbaa !14
  %18 = add nsw i32 %16, %17
  %19 = load ptr, ptr @shared_decl_tgt_ref_ptr, align 8
  %20 = load i32, ptr %19, align 4, !tbaa !14
  %21 = add nsw i32 %18, %20
  %22 = tail call i32 @omp_get_thread_num() #6
  %23 = add nsw i32 %21, %22
  store i32 %23, ptr %1, align 4, !tbaa !14
  tail call void @__kmpc_target_deinit() #5
  br label %7
}

declare i32 @__kmpc_target_init(ptr, ptr) local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none)
define hidden noundef i32 @_Z5twicei(i32 noundef %0) local_unnamed_addr #1 {
  %2 = shl nsw i32 %0, 1
  %3 = load i32, ptr @_ZL4step, align 4, !tbaa !14
  %4 = add nsw i32 %3, %2
  ret i32 %4
}

; Function Attrs: convergent nounwind
declare i32 @omp_get_thread_num() local_unnamed_addr #2

declare void @__kmpc_target_deinit() local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none)
define internal void @__dtor_table() #3 {
  %1 = load i32, ptr @table, align 4, !tbaa !18
  store i32 %1, ptr @counter, align 4, !tbaa !14
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define hidden noundef range(i32 -2147483647, -2147483648) i32 @_Z4nexti(i32 noundef %0) #4 {
  %2 = add nsw i32 %0, 1
  ret i32 %2
}

attributes #0 = { alwaysinline convergent mustprogress norecurse nounwind "frame-pointer"="all" "kernel" "no-trapping-math"="true" "omp_target_thread_limit"="128" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #5 = { nounwind }
attributes #6 = { convergent nounwind }

!nvvm.annotations = !{!0, !1}
!omp_offload.info = !{!2, !3, !4, !5, !6, !7}
!llvm.module.flags = !{!8, !9, !10, !11, !12}
!llvm.ident = !{!13}

!0 = !{ptr @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26, !"maxntidx", i32 128}
!1 = !{ptr @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26, !"kernel", i32 1}
!2 = !{i32 0, i32 65024, i32 2238393, !"_Z6regioniPFiiE", i32 26, i32 0, i32 5}
!3 = !{i32 1, !"shared_decl_tgt_ref_ptr", i32 1, i32 0}
!4 = !{i32 1, !"table", i32 0, i32 3}
!5 = !{i32 1, !"__omp_offloading_fe00_2227b9_next_l21", i32 8, i32 4}
!6 = !{i32 1, !"counter", i32 0, i32 1}
!7 = !{i32 1, !"_ZL4step", i32 0, i32 2}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"openmp", i32 51}
!10 = !{i32 7, !"openmp-device", i32 51}
!11 = !{i32 8, !"PIC Level", i32 2}
!12 = !{i32 7, !"frame-pointer", i32 2}
!13 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!14 = !{!15, !15, i64 0}
!15 = !{!"int", !16, i64 0}
!16 = !{!"omnipotent char", !17, i64 0}
!17 = !{!"Simple C++ TBAA"}
!18 = !{!19, !15, i64 0}
!19 = !{!"_ZTS5Table", !15, i64 0}
