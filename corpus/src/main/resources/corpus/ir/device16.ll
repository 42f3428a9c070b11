; ModuleID = 'device_module.cpp'
source_filename = "device_module.cpp"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.Table = type { i32 }

@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@table = protected local_unnamed_addr global %struct.Table zeroinitializer, align 4
@counter = protected local_unnamed_addr global i32 7, align 4
@shared_decl_tgt_ref_ptr = weak local_unnamed_addr global ptr null
@__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_exec_mode = weak protected constant i8 1
@_ZL4step = internal global i32 3, align 4
@"__ZL4step$ref" = internal constant ptr @_ZL4step
@__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_nested_parallelism = weak local_unnamed_addr constant i8 0
@llvm.compiler.used = appending global [2 x ptr] [ptr @"__ZL4step$ref", ptr @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26_exec_mode], section "llvm.metadata"

; Function Attrs: alwaysinline convergent norecurse nounwind
define weak_odr protected void @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26(ptr noundef nonnull align 4 dereferenceable(4) %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call i32 @__kmpc_target_init(ptr nonnull @1, i8 1, i1 true) #5
  %5 = icmp eq i32 %4, -1
  br i1 %5, label %7, label %6

6:                                                ; preds = %3, %7
  ret void

7:                                                ; preds = %3
  %8 = trunc i64 %1 to i32
  %9 = shl nsw i32 %8, 1
  %10 = load i32, ptr @_ZL4step, align 4, !tbaa !16
  %11 = add nsw i32 %10, %9
  %12 = tail call noundef i32 %2(i32 noundef %8) #6
  %13 = add nsw i32 %11, %12
  %14 = load i32, ptr @table, align 4, !tbaa !20
  %15 = add nsw i32 %13, %14
  %16 = load i32, ptr @counter, align 4, !tbaa !16
  %17 = add nsw i32 %15, %16
  %18 = load ptr, ptr @shared_decl_tgt_ref_ptr, align 8
  %19 = load i32, ptr %18, align 4, !tbaa !16
  %20 = add nsw i32 %17, %19
  %21 = tail call i32 @omp_get_thread_num() #6
  %22 = add nsw i32 %20, %21
  store i32 %22, ptr %0, align 4, !tbaa !16
  tail call void @__kmpc_target_deinit(ptr nonnull @1, i8 1) #5
  br label %6
}

declare i32 @__kmpc_target_init(ptr, i8, i1) local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none)
define hidden noundef i32 @_Z5twicei(i32 noundef %0) local_unnamed_addr #1 {
  %2 = shl nsw i32 %0, 1
  %3 = load i32, ptr @_ZL4step, align 4, !tbaa !16
  %4 = add nsw i32 %3, %2
  ret i32 %4
}

; Function Attrs: convergent nounwind
declare i32 @omp_get_thread_num() local_unnamed_addr #2

declare void @__kmpc_target_deinit(ptr, i8) local_unnamed_addr

; Function Attrs: nounwind
define weak_odr protected void @__omp_offloading_fe00_2227b9_table_l14_ctor() local_unnamed_addr #3 {
  %1 = load i32, ptr @counter, align 4, !tbaa !16
  store i32 %1, ptr @table, align 4, !tbaa !20
  ret void
}

; Function Attrs: nounwind
define weak_odr protected void @__omp_offloading_fe00_2227b9_table_l14_dtor() local_unnamed_addr #3 {
  %1 = load i32, ptr @table, align 4, !tbaa !20
  store i32 %1, ptr @counter, align 4, !tbaa !16
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define hidden noundef i32 @_Z4nexti(i32 noundef %0) local_unnamed_addr #4 {
  %2 = add nsw i32 %0, 1
  ret i32 %2
}

attributes #0 = { alwaysinline convergent norecurse nounwind "frame-pointer"="all" "kernel" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #2 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #3 = { nounwind "kernel" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx78,+sm_75" }
attributes #5 = { nounwind }
attributes #6 = { convergent nounwind }

!omp_offload.info = !{!0, !1, !2, !3, !4, !5, !6}
!nvvm.annotations = !{!7, !8, !9}
!llvm.module.flags = !{!10, !11, !12, !13, !14}
!llvm.ident = !{!15}

!0 = !{i32 0, i32 65024, i32 2238393, !"_Z6regioniPFiiE", i32 26, i32 0, i32 6}
!1 = !{i32 0, i32 65024, i32 2238393, !"__omp_offloading_fe00_2227b9_table_l14_ctor", i32 14, i32 0, i32 4}
!2 = !{i32 0, i32 65024, i32 2238393, !"__omp_offloading_fe00_2227b9_table_l14_dtor", i32 14, i32 0, i32 5}
!3 = !{i32 1, !"counter", i32 0, i32 1}
!4 = !{i32 1, !"_ZL4step", i32 0, i32 2}
!5 = !{i32 1, !"table", i32 0, i32 3}
!6 = !{i32 1, !"shared_decl_tgt_ref_ptr", i32 1, i32 0}
!7 = !{ptr @__omp_offloading_fe00_2227b9_table_l14_ctor, !"kernel", i32 1}
!8 = !{ptr @__omp_offloading_fe00_2227b9_table_l14_dtor, !"kernel", i32 1}
!9 = !{ptr @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26, !"kernel", i32 1}
!10 = !{i32 1, !"wchar_size", i32 4}
!11 = !{i32 7, !"openmp", i32 51}
!12 = !{i32 7, !"openmp-device", i32 51}
!13 = !{i32 8, !"PIC Level", i32 2}
!14 = !{i32 7, !"frame-pointer", i32 2}
!15 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!16 = !{!17, !17, i64 0}
!17 = !{!"int", !18, i64 0}
!18 = !{!"omnipotent char", !19, i64 0}
!19 = !{!"Simple C++ TBAA"}
!20 = !{!21, !17, i64 0}
!21 = !{!"_ZTS5Table", !17, i64 0}
