; ModuleID = 'ind.c'
source_filename = "ind.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.__tgt_offload_entry = type { ptr, ptr, i64, i32, i32 }
%struct.__tgt_kernel_arguments = type { i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, [3 x i32], [3 x i32], i32 }

@gg = dso_local global i32 3, align 4
@gg_decl_tgt_ref_ptr = weak global ptr @gg
@.__omp_offloading_fe00_548385_run_l10.region_id = weak constant i8 0
@.offload_sizes = private unnamed_addr constant [2 x i64] [i64 4, i64 0]
@.offload_maptypes = private unnamed_addr constant [2 x i64] [i64 35, i64 544]
@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@.omp_offloading.entry_name = internal unnamed_addr constant [20 x i8] c"gg_decl_tgt_ref_ptr\00"
@.omp_offloading.entry.gg_decl_tgt_ref_ptr = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @gg_decl_tgt_ref_ptr, ptr @.omp_offloading.entry_name, i64 8, i32 0, i32 0 }, section "omp_offloading_entries", align 1
@.omp_offloading.entry_name.1 = internal unnamed_addr constant [37 x i8] c"__omp_offloading_fe00_548385_run_l10\00"
@.omp_offloading.entry.__omp_offloading_fe00_548385_run_l10 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @.__omp_offloading_fe00_548385_run_l10.region_id, ptr @.omp_offloading.entry_name.1, i64 0, i32 0, i32 0 }, section "omp_offloading_entries", align 1
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 0, ptr @.omp_offloading.requires_reg, ptr null }]

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @ifun(i32 noundef %0) local_unnamed_addr #0 {
  %2 = add nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: nounwind uwtable
define dso_local i32 @run(ptr noundef %0) local_unnamed_addr #1 {
  %2 = alloca i32, align 4
  %3 = alloca [2 x ptr], align 8
  %4 = alloca [2 x ptr], align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #3
  store i32 0, ptr %2, align 4, !tbaa !8
  store ptr %2, ptr %3, align 8
  store ptr %2, ptr %4, align 8
  %5 = getelementptr inbounds [2 x ptr], ptr %3, i64 0, i64 1
  store ptr %0, ptr %5, align 8
  %6 = getelementptr inbounds [2 x ptr], ptr %4, i64 0, i64 1
  store ptr %0, ptr %6, align 8
  %7 = alloca %struct.__tgt_kernel_arguments, align 8
  store i32 2, ptr %7, align 8
  %8 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 1
  store i32 2, ptr %8, align 4
  %9 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 2
  store ptr %3, ptr %9, align 8
  %10 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 3
  store ptr %4, ptr %10, align 8
  %11 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 4
  store ptr @.offload_sizes, ptr %11, align 8
  %12 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 5
  store ptr @.offload_maptypes, ptr %12, align 8
  %13 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 6
  %14 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %13, i8 0, i64 32, i1 false)
  store i32 -1, ptr %14, align 8
  %15 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %7, i64 0, i32 10, i64 1
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(24) %15, i8 0, i64 24, i1 false)
  %16 = call i32 @__tgt_target_kernel(ptr nonnull @1, i64 -1, i32 -1, i32 0, ptr nonnull @.__omp_offloading_fe00_548385_run_l10.region_id, ptr nonnull %7)
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = call i32 %0(i32 noundef 3) #3
  store i32 %19, ptr %2, align 4, !tbaa !8
  br label %20

20:                                               ; preds = %18, %1
  %21 = load i32, ptr %2, align 4, !tbaa !8
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #3
  ret i32 %21
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind
declare i32 @__tgt_target_kernel(ptr, i64, i32, i32, ptr, ptr) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind uwtable
define internal void @.omp_offloading.requires_reg() #1 section ".text.startup" {
  tail call void @__tgt_register_requires(i64 8)
  ret void
}

; Function Attrs: nounwind
declare void @__tgt_register_requires(i64) local_unnamed_addr #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nounwind }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!omp_offload.info = !{!0, !1}
!llvm.module.flags = !{!2, !3, !4, !5, !6}
!llvm.ident = !{!7}

!0 = !{i32 0, i32 65024, i32 5538693, !"run", i32 10, i32 0, i32 1}
!1 = !{i32 1, !"gg_decl_tgt_ref_ptr", i32 0, i32 0}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 7, !"openmp", i32 52}
!4 = !{i32 8, !"PIC Level", i32 2}
!5 = !{i32 7, !"PIE Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!8 = !{!9, !9, i64 0}
!9 = !{!"int", !10, i64 0}
!10 = !{!"omnipotent char", !11, i64 0}
!11 = !{!"Simple C/C++ TBAA"}
