;; Where three bytes stand, 64 bytes at a time: marks.ts says the same in TypeScript.
;; Templates (define) are filled in by the build (.config/wat.js).
(module
  (import "marks" "memory" (memory 1))

  (define (take $part $by) (local.set $part (v128.load offset=$by $at)))
  (define (bits $of) (i64.extend_i32_u (i8x16.bitmask $of)))
  ;; A bit for each of 16 bytes: whether it is one of the three.
  (define (marked $part)
    (bits (v128.or (i8x16.eq $part $xs) (v128.or (i8x16.eq $part $ys) (i8x16.eq $part $zs)))))
  ;; Four times 16 bits.
  (define (joined $a $b $c $d)
    (i64.or (i64.or $a (i64.shl $b (i64.const 16))) (i64.or (i64.shl $c (i64.const 32)) (i64.shl $d (i64.const 48)))))
  (define (not $bits) (i64.xor $bits (i64.const -1)))

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
    (memory.fill $length (i32.const 0xff) (i32.const 64))
    ;; A mark behind the last byte.
    (i32.store8 $length $x)
    (loop $blocks
      (take $a 0) (take $b 16) (take $c 32) (take $d 48)
      (local.set $marks (joined (marked $a) (marked $b) (marked $c) (marked $d)))
      (local.set $others (joined (bits $a) (bits $b) (bits $c) (bits $d)))
      (if (i64.ne $marks (i64.const 0)) (then
        (loop $each
          ;; Bits below that of the first mark that is left.
          (local.set $before (i64.and (i64.sub $marks (i64.const 1)) (not $marks)))
          (local.set $place (i32.add $at (i32.wrap_i64 (i64.ctz $marks))))
          (i32.store $mark
            (i32.or $place (i32.shl (i32.or $isOther (i64.ne (i64.and $others $before) (i64.const 0))) (i32.const 31))))
          (local.set $mark (i32.add $mark (i32.const 4)))
          (local.set $isOther (i32.const 0))
          (local.set $others (i64.and $others (not (i64.xor $marks (i64.sub $marks (i64.const 1))))))
          (br_if $each (i64.ne (local.tee $marks (i64.and $marks (i64.sub $marks (i64.const 1)))) (i64.const 0))))))
      (local.set $isOther (i32.or $isOther (i64.ne $others (i64.const 0))))
      (local.set $at (i32.add $at (i32.const 64)))
      (br_if $blocks (i32.le_u $at $length)))
    (i32.shr_u (i32.sub $mark $to) (i32.const 2))))
