; What Numba's own runtime does elsewhere: memory, in a module that is alone in it. Blocks are kept by powers of two.
; A block begins with 32 bytes: its count of references, the address of its data at 16, its power of two at 24.
@top = internal global i32 0
@free = internal global [32 x i32] zeroinitializer
@__heap_base = external global i8
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.trap()
declare double @llvm.sqrt.f64(double)

; So many bytes, aligned to 16, never given back; 0 where there are none left.
define i32 @room(i32 %asked) noinline {
  %was = load i32, ptr @top
  %none = icmp eq i32 %was, 0
  %base = ptrtoint ptr @__heap_base to i32
  %from = select i1 %none, i32 %base, i32 %was
  %up = add i32 %from, 15
  %start = and i32 %up, -16
  %wide_start = zext i32 %start to i64
  %wide_asked = zext i32 %asked to i64
  %end = add i64 %wide_start, %wide_asked
  %over = add i64 %end, 65535
  %wanted = lshr i64 %over, 16
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %wide_pages = zext i32 %pages to i64
  %more = sub i64 %wanted, %wide_pages
  %short = icmp sgt i64 %more, 0
  br i1 %short, label %grow, label %done
grow:
  %few = trunc i64 %more to i32
  %got = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %few)
  %failed = icmp eq i32 %got, -1
  br i1 %failed, label %full, label %done
full:
  ret i32 0
done:
  %short_end = trunc i64 %end to i32
  store i32 %short_end, ptr @top
  ret i32 %start
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) noinline {
  %small = trunc i64 %size to i32
  %whole = add i32 %small, 63 ; 32 for what stands before, rounded up
  %zeros = call i32 @llvm.ctlz.i32(i32 %whole, i1 false)
  %power = sub i32 32, %zeros
  %slot = getelementptr [32 x i32], ptr @free, i32 0, i32 %power
  %first = load i32, ptr %slot
  %any = icmp ne i32 %first, 0
  br i1 %any, label %again, label %new
again:
  %old = inttoptr i32 %first to ptr
  %next = load i32, ptr %old
  store i32 %next, ptr %slot
  br label %done
new:
  %bytes = shl i32 1, %power
  %fresh = call i32 @room(i32 %bytes)
  %none = icmp eq i32 %fresh, 0
  br i1 %none, label %full, label %done
full:
  call void @llvm.trap()
  unreachable
done:
  %at = phi i32 [ %first, %again ], [ %fresh, %new ]
  %head = inttoptr i32 %at to ptr
  %data = add i32 %at, 32
  store i64 1, ptr %head
  %p = getelementptr i8, ptr %head, i32 16
  store i32 %data, ptr %p
  %q = getelementptr i8, ptr %head, i32 24
  %wide = zext i32 %power to i64
  store i64 %wide, ptr %q
  ret ptr %head
}

define void @NRT_MemInfo_call_dtor(ptr %head) noinline {
  %q = getelementptr i8, ptr %head, i32 24
  %wide = load i64, ptr %q
  %power = trunc i64 %wide to i32
  %slot = getelementptr [32 x i32], ptr @free, i32 0, i32 %power
  %next = load i32, ptr %slot
  store i32 %next, ptr %head
  %at = ptrtoint ptr %head to i32
  store i32 %at, ptr %slot
  ret void
}

; What a function gave back as an array, once it has been copied.
define void @release(i32 %at) noinline {
  %head = inttoptr i32 %at to ptr
  call void @NRT_MemInfo_call_dtor(ptr %head)
  ret void
}

; For what does not ask to be aligned or counted.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline {
  %head = call ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align)
  ret ptr %head
}
define ptr @NRT_Allocate(i64 %size) noinline {
  %head = call ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 16)
  %data = getelementptr i8, ptr %head, i32 32
  ret ptr %data
}
define void @NRT_Free(ptr %data) noinline {
  %head = getelementptr i8, ptr %data, i32 -32
  call void @NRT_MemInfo_call_dtor(ptr %head)
  ret void
}
define double @sqrt(double %x) alwaysinline {
  %y = call double @llvm.sqrt.f64(double %x)
  ret double %y
}

; What LLVM calls to multiply numbers of 128 bits: four products of 32 bits, and what is above them.
define void @__multi3(ptr %out, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %m0 = and i64 %p01, 4294967295
  %m1 = and i64 %p10, 4294967295
  %s0 = add i64 %c0, %m0
  %s1 = add i64 %s0, %m1
  %c1 = lshr i64 %s1, 32
  %h0 = lshr i64 %p01, 32
  %h1 = lshr i64 %p10, 32
  %t0 = add i64 %p11, %h0
  %t1 = add i64 %t0, %h1
  %t2 = add i64 %t1, %c1
  %x0 = mul i64 %a, %b_high
  %x1 = mul i64 %a_high, %b
  %t3 = add i64 %t2, %x0
  %high = add i64 %t3, %x1
  %low = mul i64 %a, %b
  store i64 %low, ptr %out
  %at = getelementptr i8, ptr %out, i32 8
  store i64 %high, ptr %at
  ret void
}
