;; losses/logistic.ts for many members, two in a vector register: its values, slopes and flows, bit for bit. exp, expm1 and log1p are
;; those of numerics/functions, with a choice between two results for every branch.
;;
;; Each loop does a part of the work for all members: so short a one is worked on for several at once. Memory: lists of $list bytes, one
;; number a member. Predictions p, labels y, times tau and results; of the last exponential |u| and e^-|u|, u = y p; and what the loops
;; of `flows` leave for the next one: a, b, c, and what ln(1 + x) is taken of, and is. The displacement d stands with the results.
;;
;; What is beyond the formulas here is NaN among the results, and left to losses/logistic.ts. Functions return whether nothing is, for the
;; members before $end (bytes).
(module $logistic
  (import "members" "memory" (memory 1))
  (import "members" "list" (global $list i32))

  ;; ln 2 as a sum, and what else portable functions divide their ranges with (numerics/exp-log.ts).
  (global $ln2High v128 (v128.const f64x2 6.93147180369123816490e-1 6.93147180369123816490e-1))
  (global $ln2Low v128 (v128.const f64x2 1.90821492927058770002e-10 1.90821492927058770002e-10))
  (global $inverseLn2 v128 (v128.const f64x2 1.442695040888963387 1.442695040888963387))
  (global $halfLn2 v128 (v128.const f64x2 0.34657359123229980469 0.34657359123229980469))
  (global $half v128 (v128.const f64x2 0.5 0.5))
  (global $one v128 (v128.const f64x2 1 1))
  (global $two v128 (v128.const f64x2 2 2))
  (global $six v128 (v128.const f64x2 6 6))
  ;; 2^52 + 1023
  (global $bias v128 (v128.const f64x2 4503599627371519 4503599627371519))

  (global $p1 v128 (v128.const f64x2 1.66666666666666019037e-1 1.66666666666666019037e-1))
  (global $p2 v128 (v128.const f64x2 -2.77777777770155933842e-3 -2.77777777770155933842e-3))
  (global $p3 v128 (v128.const f64x2 6.61375632143793436117e-5 6.61375632143793436117e-5))
  (global $p4 v128 (v128.const f64x2 -1.6533902205465251539e-6 -1.6533902205465251539e-6))
  (global $p5 v128 (v128.const f64x2 4.13813679705723846039e-8 4.13813679705723846039e-8))

  (global $q1 v128 (v128.const f64x2 -3.33333333333331316428e-2 -3.33333333333331316428e-2))
  (global $q2 v128 (v128.const f64x2 1.58730158725481460165e-3 1.58730158725481460165e-3))
  (global $q3 v128 (v128.const f64x2 -7.93650757867487942473e-5 -7.93650757867487942473e-5))
  (global $q4 v128 (v128.const f64x2 4.00821782732936239552e-6 4.00821782732936239552e-6))
  (global $q5 v128 (v128.const f64x2 -2.01099218183624371326e-7 -2.01099218183624371326e-7))

  (global $l1 v128 (v128.const f64x2 6.66666666666673513e-1 6.66666666666673513e-1))
  (global $l2 v128 (v128.const f64x2 3.999999999940941908e-1 3.999999999940941908e-1))
  (global $l3 v128 (v128.const f64x2 2.857142874366239149e-1 2.857142874366239149e-1))
  (global $l4 v128 (v128.const f64x2 2.222219843214978396e-1 2.222219843214978396e-1))
  (global $l5 v128 (v128.const f64x2 1.818357216161805012e-1 1.818357216161805012e-1))
  (global $l6 v128 (v128.const f64x2 1.531383769920937332e-1 1.531383769920937332e-1))
  (global $l7 v128 (v128.const f64x2 1.479819860511658591e-1 1.479819860511658591e-1))

  ;; e^-|u| of each member, where it is not the last of them; for |u| below 700. Below ln(2) / 2, n is 0.
  (func $powers (param $end i32)
    (local $at i32) (local $to i32) (local $x v128) (local $size v128)
    (local $n v128) (local $high v128) (local $low v128) (local $r v128) (local $t v128) (local $c v128)
    (loop $members
      (local.set $to (i32.add (local.get $at) (i32.shl (global.get $list) (i32.const 2))))
      (local.set $size
        (f64x2.abs (f64x2.mul (v128.load (i32.add (local.get $at) (global.get $list))) (v128.load (local.get $at)))))
      (if (i32.eqz (i64x2.all_true (f64x2.eq (local.get $size) (v128.load (local.get $to)))))
        (then
          (v128.store (local.get $to) (local.get $size))
          (local.set $x (f64x2.neg (local.get $size)))
          (local.set $n
            (v128.and
              (f64x2.trunc (f64x2.sub (f64x2.mul (global.get $inverseLn2) (local.get $x)) (global.get $half)))
              (f64x2.ge (local.get $size) (global.get $halfLn2))))
          (local.set $high (f64x2.sub (local.get $x) (f64x2.mul (local.get $n) (global.get $ln2High))))
          (local.set $low (f64x2.mul (local.get $n) (global.get $ln2Low)))
          (local.set $r (f64x2.sub (local.get $high) (local.get $low)))
          (local.set $t (f64x2.mul (local.get $r) (local.get $r)))
          (local.set $c (f64x2.add (global.get $p4) (f64x2.mul (local.get $t) (global.get $p5))))
          (local.set $c (f64x2.add (global.get $p3) (f64x2.mul (local.get $t) (local.get $c))))
          (local.set $c (f64x2.add (global.get $p2) (f64x2.mul (local.get $t) (local.get $c))))
          (local.set $c (f64x2.add (global.get $p1) (f64x2.mul (local.get $t) (local.get $c))))
          (local.set $c (f64x2.sub (local.get $r) (f64x2.mul (local.get $t) (local.get $c))))
          (local.set $c (f64x2.div (f64x2.mul (local.get $r) (local.get $c)) (f64x2.sub (global.get $two) (local.get $c))))
          ;; 2^n: n + 1023 stands in the last bits of 2^52 + n + 1023, and moves to the exponent.
          (v128.store (i32.add (local.get $to) (global.get $list))
            (v128.bitselect
              (f64x2.add (global.get $one) (local.get $x))
              (f64x2.mul
                (f64x2.sub (global.get $one) (f64x2.sub (f64x2.sub (local.get $low) (local.get $c)) (local.get $high)))
                (i64x2.shl (f64x2.add (local.get $n) (global.get $bias)) (i32.const 52)))
              (f64x2.lt (local.get $size) (v128.const f64x2 0x1p-28 0x1p-28))))))
      (br_if $members (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; ln(1 + x) of the numbers from $at on, in the last list; for x from 0 to 2^53. $near: no power of two is taken out.
  (func $logarithms (param $at i32) (param $end i32)
    (local $to i32) (local $x v128) (local $u v128) (local $exponent v128) (local $near v128) (local $n v128) (local $lost v128)
    (local $f v128) (local $halfSquare v128) (local $s v128) (local $z v128) (local $share v128)
    (local.set $to (i32.mul (global.get $list) (i32.const 9)))
    (local.set $end (i32.add (local.get $at) (local.get $end)))
    (loop $members
      (local.set $x (v128.load (local.get $at)))
      (local.set $u (f64x2.add (global.get $one) (local.get $x)))
      (local.set $near (f64x2.lt (local.get $x) (v128.const f64x2 0.4142136573791504 0.4142136573791504)))
      ;; What is missing to 2^20 from the first 20 bits of sqrt(2) on carries into the exponent.
      (local.set $exponent
        (v128.and
          (i64x2.add (local.get $u) (v128.const i64x2 0x0009_5f62_0000_0000 0x0009_5f62_0000_0000))
          (v128.const i64x2 0x7ff0_0000_0000_0000 0x7ff0_0000_0000_0000)))
      (local.set $n
        (v128.andnot
          (f64x2.sub
            (v128.or (i64x2.shr_u (local.get $exponent) (i32.const 52)) (v128.const f64x2 0x1p52 0x1p52))
            (global.get $bias))
          (local.get $near)))
      (local.set $lost
        (v128.andnot
          (f64x2.div
            (v128.bitselect
              (f64x2.sub (global.get $one) (f64x2.sub (local.get $u) (local.get $x)))
              (f64x2.sub (local.get $x) (f64x2.sub (local.get $u) (global.get $one)))
              (f64x2.ge (local.get $u) (global.get $two)))
            (local.get $u))
          (local.get $near)))
      (local.set $lost (f64x2.add (f64x2.mul (local.get $n) (global.get $ln2Low)) (local.get $lost)))
      (local.set $f
        (v128.bitselect
          (local.get $x)
          (f64x2.sub
            (i64x2.add (i64x2.sub (local.get $u) (local.get $exponent)) (global.get $one))
            (global.get $one))
          (local.get $near)))
      (local.set $halfSquare (f64x2.mul (f64x2.mul (global.get $half) (local.get $f)) (local.get $f)))
      (local.set $s (f64x2.div (local.get $f) (f64x2.add (global.get $two) (local.get $f))))
      (local.set $z (f64x2.mul (local.get $s) (local.get $s)))
      (local.set $share (f64x2.add (global.get $l6) (f64x2.mul (local.get $z) (global.get $l7))))
      (local.set $share (f64x2.add (global.get $l5) (f64x2.mul (local.get $z) (local.get $share))))
      (local.set $share (f64x2.add (global.get $l4) (f64x2.mul (local.get $z) (local.get $share))))
      (local.set $share (f64x2.add (global.get $l3) (f64x2.mul (local.get $z) (local.get $share))))
      (local.set $share (f64x2.add (global.get $l2) (f64x2.mul (local.get $z) (local.get $share))))
      (local.set $share (f64x2.add (global.get $l1) (f64x2.mul (local.get $z) (local.get $share))))
      (local.set $share
        (f64x2.mul (local.get $s) (f64x2.add (local.get $halfSquare) (f64x2.mul (local.get $z) (local.get $share)))))
      ;; Of an f whose first 20 bits are 0 (those of 1 + f next to 1) a shorter sum.
      (local.set $share
        (v128.bitselect
          (f64x2.sub
            (f64x2.mul
              (local.get $halfSquare)
              (f64x2.sub
                (global.get $one)
                (f64x2.mul (v128.const f64x2 0x1.5555555555555p-1 0x1.5555555555555p-1) (local.get $f))))
            (local.get $lost))
          (f64x2.sub (local.get $halfSquare) (f64x2.add (local.get $share) (local.get $lost)))
          (v128.andnot
            (v128.and
              (f64x2.ge (local.get $f) (v128.const f64x2 -0x1.8p-20 -0x1.8p-20))
              (f64x2.lt (local.get $f) (v128.const f64x2 0x1p-20 0x1p-20)))
            (local.get $near))))
      (v128.store (local.get $to)
        (v128.bitselect
          (f64x2.sub (local.get $x) (f64x2.mul (f64x2.mul (local.get $x) (local.get $x)) (global.get $half)))
          (f64x2.sub
            (f64x2.mul (local.get $n) (global.get $ln2High))
            (f64x2.sub (local.get $share) (local.get $f)))
          (f64x2.lt (local.get $x) (v128.const f64x2 0x1p-29 0x1p-29))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $members (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; softplus(-u)
  (func (export "values") (param $end i32) (result i32)
    (local $at i32) (local $label i32) (local $result v128) (local $known v128)
    (call $powers (local.get $end))
    (call $logarithms (i32.mul (global.get $list) (i32.const 5)) (local.get $end))
    (local.set $known (v128.const i64x2 -1 -1))
    (loop $members
      (local.set $label (i32.add (local.get $at) (global.get $list)))
      (local.set $result
        (v128.or
          (f64x2.add
            (f64x2.max
              (f64x2.neg (f64x2.mul (v128.load (local.get $label)) (v128.load (local.get $at))))
              (v128.const f64x2 0 0))
            (v128.load (i32.add (local.get $at) (i32.mul (global.get $list) (i32.const 9)))))
          (v128.not
            (f64x2.lt
              (v128.load (i32.add (local.get $at) (i32.shl (global.get $list) (i32.const 2))))
              (v128.const f64x2 700 700)))))
      (v128.store (i32.add (local.get $label) (i32.shl (global.get $list) (i32.const 1))) (local.get $result))
      (local.set $known (v128.and (local.get $known) (f64x2.eq (local.get $result) (local.get $result))))
      (br_if $members (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (i64x2.all_true (local.get $known)))

  ;; -y sigmoid(-u)
  (func (export "slopes") (param $end i32) (result i32)
    (local $at i32) (local $to i32) (local $y v128) (local $e v128) (local $result v128) (local $known v128)
    (call $powers (local.get $end))
    (local.set $known (v128.const i64x2 -1 -1))
    (loop $members
      (local.set $to (i32.add (local.get $at) (i32.mul (global.get $list) (i32.const 3))))
      (local.set $y (v128.load (i32.add (local.get $at) (global.get $list))))
      (local.set $e (v128.load (i32.add (local.get $to) (i32.shl (global.get $list) (i32.const 1)))))
      (local.set $result
        (v128.or
          (f64x2.mul
            (f64x2.neg (local.get $y))
            (f64x2.div
              (v128.bitselect
                (local.get $e)
                (global.get $one)
                (f64x2.gt (f64x2.mul (local.get $y) (v128.load (local.get $at))) (v128.const f64x2 0 0)))
              (f64x2.add (global.get $one) (local.get $e))))
          (v128.not
            (f64x2.lt (v128.load (i32.add (local.get $to) (global.get $list))) (v128.const f64x2 700 700)))))
      (v128.store (local.get $to) (local.get $result))
      (local.set $known (v128.and (local.get $known) (f64x2.eq (local.get $result) (local.get $result))))
      (br_if $members (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (i64x2.all_true (local.get $known)))

  ;; y d of a d + b expm1(d) = c.
  (func (export "flows") (param $end i32) (result i32)
    (call $powers (local.get $end))
    (if (call $bounds (local.get $end))
      (then (call $logarithms (i32.mul (global.get $list) (i32.const 9)) (local.get $end))))
    (call $steps (local.get $end)))

  ;; a, b and c, the root that bounds d, and c / b. Returns whether a bound is so large that ln(1 + c / b) may be the tighter one.
  (func $bounds (param $end i32) (result i32)
    (local $at i32) (local $to i32) (local $u v128) (local $tau v128) (local $a v128) (local $b v128) (local $c v128)
    (local $sum v128) (local $x v128) (local $d v128) (local $isLong v128) (local $anyLong v128)
    (loop $members
      (local.set $to (i32.add (local.get $at) (global.get $list)))
      (local.set $u (f64x2.mul (v128.load (local.get $to)) (v128.load (local.get $at))))
      (local.set $to (i32.add (local.get $to) (global.get $list)))
      (local.set $tau (v128.load (local.get $to)))
      (local.set $x (v128.load (i32.add (local.get $to) (i32.mul (global.get $list) (i32.const 3)))))
      (local.set $b (f64x2.gt (local.get $u) (v128.const f64x2 0 0)))
      (local.set $a (v128.bitselect (local.get $x) (global.get $one) (local.get $b)))
      (local.set $b (v128.bitselect (global.get $one) (local.get $x) (local.get $b)))
      (local.set $c (f64x2.mul (local.get $a) (local.get $tau)))
      (local.set $sum (f64x2.add (local.get $a) (local.get $b)))
      (local.set $x (f64x2.div (local.get $c) (local.get $sum)))
      (local.set $d
        (f64x2.div
          (local.get $x)
          (f64x2.add
            (global.get $half)
            (f64x2.sqrt
              (f64x2.add
                (v128.const f64x2 0.25 0.25)
                (f64x2.mul
                  (f64x2.div (f64x2.mul (global.get $half) (local.get $b)) (local.get $sum))
                  (local.get $x)))))))
      (local.set $isLong (f64x2.ge (local.get $d) (global.get $half)))
      (local.set $anyLong (v128.or (local.get $anyLong) (local.get $isLong)))
      (local.set $x (f64x2.div (local.get $c) (local.get $b)))
      ;; Times beyond 1e200, margins below STEEP, and c / b of which the logarithm is another one.
      (local.set $to (i32.add (local.get $to) (global.get $list)))
      (v128.store (local.get $to)
        (v128.or
          (local.get $d)
          (v128.not
            (v128.and
              (v128.and
                (v128.and
                  (f64x2.ge (local.get $u) (v128.const f64x2 -36 -36))
                  (f64x2.lt (local.get $u) (v128.const f64x2 700 700)))
                (v128.and
                  (f64x2.ge (local.get $tau) (v128.const f64x2 0 0))
                  (f64x2.lt (local.get $tau) (v128.const f64x2 1e200 1e200))))
              (v128.not
                (v128.and (local.get $isLong) (f64x2.ge (local.get $x) (v128.const f64x2 0x1p53 0x1p53))))))))
      (local.set $to (i32.add (local.get $to) (i32.mul (global.get $list) (i32.const 3))))
      (v128.store (local.get $to) (local.get $a))
      (local.set $to (i32.add (local.get $to) (global.get $list)))
      (v128.store (local.get $to) (local.get $b))
      (local.set $to (i32.add (local.get $to) (global.get $list)))
      (v128.store (local.get $to) (local.get $c))
      (v128.store (i32.add (local.get $to) (global.get $list)) (local.get $x))
      (br_if $members (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (v128.any_true (local.get $anyLong)))

  ;; The steps of flowDistance, from the tighter bound; $goes: members whose last step was not the last. expm1 of d up to 38, where its
  ;; n is 55 at most.
  (func $steps (param $end i32) (result i32)
    (local $at i32) (local $to i32) (local $a v128) (local $b v128) (local $c v128) (local $sum v128) (local $d v128)
    (local $goes v128) (local $known v128) (local $n v128) (local $high v128) (local $low v128) (local $r v128) (local $lost v128)
    (local $square v128) (local $ratio v128) (local $t v128) (local $e v128) (local $inverse v128) (local $rise v128)
    (local $slope v128) (local $step v128)
    (local.set $known (v128.const i64x2 -1 -1))
    (loop $members
      (local.set $to (i32.add (local.get $at) (i32.mul (global.get $list) (i32.const 6))))
      (local.set $a (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (global.get $list)))
      (local.set $b (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (global.get $list)))
      (local.set $c (v128.load (local.get $to)))
      (local.set $sum (f64x2.add (local.get $a) (local.get $b)))
      (local.set $t (v128.load (i32.add (local.get $to) (global.get $list))))
      (local.set $to (i32.add (local.get $at) (i32.mul (global.get $list) (i32.const 3))))
      (local.set $d (v128.load (local.get $to)))
      (local.set $d
        (v128.bitselect
          (f64x2.min (local.get $d) (local.get $t))
          (local.get $d)
          (f64x2.ge (local.get $d) (global.get $half))))
      (local.set $d (v128.or (local.get $d) (f64x2.gt (local.get $d) (v128.const f64x2 38 38))))

      (local.set $goes (v128.const i64x2 -1 -1))
      (loop $more
        (local.set $n
          (v128.and
            (f64x2.trunc (f64x2.add (f64x2.mul (global.get $inverseLn2) (local.get $d)) (global.get $half)))
            (f64x2.ge (local.get $d) (global.get $halfLn2))))
        (local.set $high (f64x2.sub (local.get $d) (f64x2.mul (local.get $n) (global.get $ln2High))))
        (local.set $low (f64x2.mul (local.get $n) (global.get $ln2Low)))
        (local.set $r (f64x2.sub (local.get $high) (local.get $low)))
        (local.set $lost (f64x2.sub (f64x2.sub (local.get $high) (local.get $r)) (local.get $low)))
        (local.set $square (f64x2.mul (local.get $r) (f64x2.mul (global.get $half) (local.get $r))))
        (local.set $ratio (f64x2.add (global.get $q4) (f64x2.mul (local.get $square) (global.get $q5))))
        (local.set $ratio (f64x2.add (global.get $q3) (f64x2.mul (local.get $square) (local.get $ratio))))
        (local.set $ratio (f64x2.add (global.get $q2) (f64x2.mul (local.get $square) (local.get $ratio))))
        (local.set $ratio (f64x2.add (global.get $q1) (f64x2.mul (local.get $square) (local.get $ratio))))
        (local.set $ratio (f64x2.add (global.get $one) (f64x2.mul (local.get $square) (local.get $ratio))))
        (local.set $t
          (f64x2.sub
            (v128.const f64x2 3 3)
            (f64x2.mul (local.get $ratio) (f64x2.mul (global.get $half) (local.get $r)))))
        (local.set $e
          (f64x2.mul
            (local.get $square)
            (f64x2.div
              (f64x2.sub (local.get $ratio) (local.get $t))
              (f64x2.sub (global.get $six) (f64x2.mul (local.get $r) (local.get $t))))))
        (local.set $e
          (f64x2.sub
            (f64x2.sub (f64x2.mul (local.get $r) (f64x2.sub (local.get $e) (local.get $lost))) (local.get $lost))
            (local.get $square)))
        (local.set $inverse (i64x2.shl (f64x2.sub (global.get $bias) (local.get $n)) (i32.const 52)))
        (local.set $rise
          (f64x2.mul
            (local.get $b)
            (v128.bitselect
              (f64x2.mul
                (v128.const f64x2 -2 -2)
                (f64x2.sub (local.get $e) (f64x2.add (local.get $r) (global.get $half))))
              (f64x2.mul
                (v128.bitselect
                  (f64x2.sub
                    (f64x2.sub (global.get $one) (local.get $inverse))
                    (f64x2.sub (local.get $e) (local.get $r)))
                  (f64x2.add
                    (f64x2.sub (local.get $r) (f64x2.add (local.get $e) (local.get $inverse)))
                    (global.get $one))
                  (f64x2.lt (local.get $n) (v128.const f64x2 20 20)))
                (i64x2.shl (f64x2.add (local.get $n) (global.get $bias)) (i32.const 52)))
              (v128.and
                (f64x2.eq (local.get $n) (global.get $one))
                (f64x2.lt (local.get $r) (v128.const f64x2 -0.25 -0.25))))))

        (local.set $slope (f64x2.add (local.get $sum) (local.get $rise)))
        (local.set $step
          (f64x2.div
            (f64x2.sub (f64x2.add (f64x2.mul (local.get $a) (local.get $d)) (local.get $rise)) (local.get $c))
            (local.get $slope)))
        (local.set $t
          (f64x2.mul
            (f64x2.div (f64x2.add (local.get $b) (local.get $rise)) (local.get $slope))
            (local.get $step)))
        (local.set $step
          (f64x2.div
            (f64x2.mul (local.get $step) (f64x2.sub (global.get $one) (f64x2.mul (global.get $half) (local.get $t))))
            (f64x2.add
              (f64x2.sub (global.get $one) (local.get $t))
              (f64x2.div (f64x2.mul (local.get $t) (local.get $step)) (global.get $six)))))
        (local.set $d (f64x2.sub (local.get $d) (v128.and (local.get $step) (local.get $goes))))
        (local.set $step (f64x2.mul (local.get $step) (local.get $step)))
        (local.set $goes
          (v128.and
            (local.get $goes)
            (f64x2.gt
              (f64x2.mul (local.get $step) (local.get $step))
              (f64x2.mul (v128.const f64x2 1e-16 1e-16) (local.get $d)))))
        (if (v128.any_true (local.get $goes))
          (then
            (local.set $d (v128.or (local.get $d) (f64x2.lt (local.get $d) (v128.const f64x2 0 0))))
            (br $more))))
      (local.set $d (f64x2.mul (v128.load (i32.add (local.get $at) (global.get $list))) (local.get $d)))
      (v128.store (local.get $to) (local.get $d))
      (local.set $known (v128.and (local.get $known) (f64x2.eq (local.get $d) (local.get $d))))
      (br_if $members (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (i64x2.all_true (local.get $known))))
