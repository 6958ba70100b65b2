;; Where three bytes stand, 64 bytes at a time: marks.ts says the same in TypeScript.
(module
  (import "marks" "memory" (memory 1))

  ;; A bit for each of 16 bytes: whether it is one of the three.
  (func $marked (param $bytes v128) (param $a v128) (param $b v128) (param $c v128) (result i64)
    (i64.extend_i32_u (i8x16.bitmask
      (v128.or (i8x16.eq $bytes $a) (v128.or (i8x16.eq $bytes $b) (i8x16.eq $bytes $c))))))

  ;; Four times 16 bits.
  (func $joined (param $a i64) (param $b i64) (param $c i64) (param $d i64) (result i64)
    (i64.or (i64.or $a (i64.shl $b (i64.const 16))) (i64.or (i64.shl $c (i64.const 32)) (i64.shl $d (i64.const 48)))))

  ;; Writes at $to where any of three bytes stands in the first $length, and in the end $length; the highest bit says whether a byte
  ;; between the one before and this one is not of ASCII. How many there are. 64 bytes behind the last one are free, and
  ;; filled with one that is never looked for: UTF-8 has no 0xff.
  (func (export "mark") (param $length i32) (param $to i32) (param $x i32) (param $y i32) (param $z i32) (result i32)
    (local $at i32) (local $mark i32) (local $place i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $xs v128) (local $ys v128) (local $zs v128)
    (local $marks i64) (local $others i64) (local $before i64) (local $isOther i32)
    (local.set $xs (i8x16.splat $x))
    (local.set $ys (i8x16.splat $y))
    (local.set $zs (i8x16.splat $z))
    (local.set $mark $to)
    (v128.store $length (v128.const i64x2 -1 -1))
    (v128.store offset=16 $length (v128.const i64x2 -1 -1))
    (v128.store offset=32 $length (v128.const i64x2 -1 -1))
    (v128.store offset=48 $length (v128.const i64x2 -1 -1))
    ;; A mark behind the last byte.
    (i32.store8 $length $x)
    (loop $blocks
      (local.set $a (v128.load $at))
      (local.set $b (v128.load offset=16 $at))
      (local.set $c (v128.load offset=32 $at))
      (local.set $d (v128.load offset=48 $at))
      (local.set $marks
        (call $joined
          (call $marked $a $xs $ys $zs)
          (call $marked $b $xs $ys $zs)
          (call $marked $c $xs $ys $zs)
          (call $marked $d $xs $ys $zs)))
      (local.set $others
        (call $joined
          (i64.extend_i32_u (i8x16.bitmask $a))
          (i64.extend_i32_u (i8x16.bitmask $b))
          (i64.extend_i32_u (i8x16.bitmask $c))
          (i64.extend_i32_u (i8x16.bitmask $d))))
      (if (i64.ne $marks (i64.const 0)) (then
        (loop $each
          ;; Bits below that of the first mark that is left.
          (local.set $before (i64.and (i64.sub $marks (i64.const 1)) (i64.xor $marks (i64.const -1))))
          (local.set $place (i32.add $at (i32.wrap_i64 (i64.ctz $marks))))
          (i32.store $mark
            (i32.or $place (i32.shl (i32.or $isOther (i64.ne (i64.and $others $before) (i64.const 0))) (i32.const 31))))
          (local.set $mark (i32.add $mark (i32.const 4)))
          (local.set $isOther (i32.const 0))
          (local.set $others (i64.and $others (i64.xor (i64.xor $marks (i64.sub $marks (i64.const 1))) (i64.const -1))))
          (local.set $marks (i64.and $marks (i64.sub $marks (i64.const 1))))
          (br_if $each (i64.ne $marks (i64.const 0))))))
      (local.set $isOther (i32.or $isOther (i64.ne $others (i64.const 0))))
      (local.set $at (i32.add $at (i32.const 64)))
      (br_if $blocks (i32.le_u $at $length)))
    (i32.shr_u (i32.sub $mark $to) (i32.const 2))))
