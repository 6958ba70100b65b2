;; losses/logistic.ts for many members, two in a vector register: its values, slopes and flows, bit for bit. exp, expm1 and log1p are
;; those of numerics/functions, with a choice between two results for every branch.
;;
;; Each loop does a part of the work for all members: so short a one is worked on for several at once. Memory: lists of $list bytes, one
;; number a member. Predictions p, labels y, times tau and results; of the last exponential |u| and e^-|u|, u = y p; and what the loops
;; of `flows` leave for the next one: a, b, c, and what ln(1 + x) is taken of, and is. The displacement d stands with the results.
;;
;; What is beyond the formulas here is NaN among the results, and left to losses/logistic.ts. Functions return whether nothing is, for the
;; members before $end (bytes). Templates (define) are filled in by the build (.config/wat.js).
(module $logistic
  (import "members" "memory" (memory 1))
  (import "members" "list" (global $list i32))

  (define (both $number) (v128.const f64x2 $number $number))
  (define (lists $n) (i32.mul (global.get $list) (i32.const $n)))
  (define (nextList) (local.set $to (i32.add $to (global.get $list))))

  ;; What is done for two members after two.
  (define (eachMember ...)
    (loop $members
      ...
      (br_if $members (i32.lt_u (local.tee $at (i32.add $at (i32.const 16))) $end))))

  ;; Whether every result so far is a number.
  (define (beginKnown) (local.set $known (v128.const i64x2 -1 -1)))
  (define (known $result) (local.set $known (v128.and $known (f64x2.eq $result $result))))

  ;; sum = sum x + c, and c_1 + c_2 x + … + c_5 x^4.
  (define (times $sum $x $c) (local.set $sum (f64x2.add (global.get $c) (f64x2.mul $x $sum))))
  (define (polynomial $sum $x $c1 $c2 $c3 $c4 $c5)
    (local.set $sum (f64x2.add (global.get $c4) (f64x2.mul $x (global.get $c5))))
    (times $sum $x $c3)
    (times $sum $x $c2)
    (times $sum $x $c1))

  ;; x less n ln 2, as the difference of two.
  (define (rest $x)
    (local.set $high (f64x2.sub $x (f64x2.mul $n (global.get $ln2High))))
    (local.set $low (f64x2.mul $n (global.get $ln2Low)))
    (local.set $r (f64x2.sub $high $low)))

  ;; ln 2 as a sum, and what else portable functions divide their ranges with (numerics/exp-log.ts).
  (global $ln2High v128 (both 6.93147180369123816490e-1))
  (global $ln2Low v128 (both 1.90821492927058770002e-10))
  (global $inverseLn2 v128 (both 1.442695040888963387))
  (global $halfLn2 v128 (both 0.34657359123229980469))
  (global $half v128 (both 0.5))
  (global $one v128 (both 1))
  (global $two v128 (both 2))
  (global $six v128 (both 6))
  ;; 2^52 + 1023
  (global $bias v128 (both 4503599627371519))

  (global $p1 v128 (both 1.66666666666666019037e-1))
  (global $p2 v128 (both -2.77777777770155933842e-3))
  (global $p3 v128 (both 6.61375632143793436117e-5))
  (global $p4 v128 (both -1.6533902205465251539e-6))
  (global $p5 v128 (both 4.13813679705723846039e-8))

  (global $q1 v128 (both -3.33333333333331316428e-2))
  (global $q2 v128 (both 1.58730158725481460165e-3))
  (global $q3 v128 (both -7.93650757867487942473e-5))
  (global $q4 v128 (both 4.00821782732936239552e-6))
  (global $q5 v128 (both -2.01099218183624371326e-7))

  (global $l1 v128 (both 6.66666666666673513e-1))
  (global $l2 v128 (both 3.999999999940941908e-1))
  (global $l3 v128 (both 2.857142874366239149e-1))
  (global $l4 v128 (both 2.222219843214978396e-1))
  (global $l5 v128 (both 1.818357216161805012e-1))
  (global $l6 v128 (both 1.531383769920937332e-1))
  (global $l7 v128 (both 1.479819860511658591e-1))

  ;; e^-|u| of each member, where it is not the last of them; for |u| below 700. Below ln(2) / 2, n is 0.
  (func $powers (param $end i32)
    (local $at i32) (local $to i32) (local $x v128) (local $size v128)
    (local $n v128) (local $high v128) (local $low v128) (local $r v128) (local $t v128) (local $c v128)
    (eachMember
      (local.set $to (i32.add $at (i32.shl (global.get $list) (i32.const 2))))
      (local.set $size (f64x2.abs (f64x2.mul (v128.load (i32.add $at (global.get $list))) (v128.load $at))))
      (if (i32.eqz (i64x2.all_true (f64x2.eq $size (v128.load $to))))
        (then
          (v128.store $to $size)
          (local.set $x (f64x2.neg $size))
          (local.set $n
            (v128.and
              (f64x2.trunc (f64x2.sub (f64x2.mul (global.get $inverseLn2) $x) (global.get $half)))
              (f64x2.ge $size (global.get $halfLn2))))
          (rest $x)
          (local.set $t (f64x2.mul $r $r))
          (polynomial $c $t $p1 $p2 $p3 $p4 $p5)
          (local.set $c (f64x2.sub $r (f64x2.mul $t $c)))
          (local.set $c (f64x2.div (f64x2.mul $r $c) (f64x2.sub (global.get $two) $c)))
          ;; 2^n: n + 1023 stands in the last bits of 2^52 + n + 1023, and moves to the exponent.
          (v128.store (i32.add $to (global.get $list))
            (v128.bitselect
              (f64x2.add (global.get $one) $x)
              (f64x2.mul
                (f64x2.sub (global.get $one) (f64x2.sub (f64x2.sub $low $c) $high))
                (i64x2.shl (f64x2.add $n (global.get $bias)) (i32.const 52)))
              (f64x2.lt $size (both 0x1p-28))))))))

  ;; ln(1 + x) of the numbers from $at on, in the last list; for x from 0 to 2^53. $near: no power of two is taken out.
  (func $logarithms (param $at i32) (param $end i32)
    (local $to i32) (local $x v128) (local $u v128) (local $exponent v128) (local $near v128) (local $n v128) (local $lost v128)
    (local $f v128) (local $halfSquare v128) (local $s v128) (local $z v128) (local $share v128)
    (local.set $to (lists 9))
    (local.set $end (i32.add $at $end))
    (eachMember
      (local.set $x (v128.load $at))
      (local.set $u (f64x2.add (global.get $one) $x))
      (local.set $near (f64x2.lt $x (both 0.4142136573791504)))
      ;; What is missing to 2^20 from the first 20 bits of sqrt(2) on carries into the exponent.
      (local.set $exponent
        (v128.and
          (i64x2.add $u (v128.const i64x2 0x0009_5f62_0000_0000 0x0009_5f62_0000_0000))
          (v128.const i64x2 0x7ff0_0000_0000_0000 0x7ff0_0000_0000_0000)))
      (local.set $n
        (v128.andnot
          (f64x2.sub (v128.or (i64x2.shr_u $exponent (i32.const 52)) (both 0x1p52)) (global.get $bias))
          $near))
      (local.set $lost
        (v128.andnot
          (f64x2.div
            (v128.bitselect
              (f64x2.sub (global.get $one) (f64x2.sub $u $x))
              (f64x2.sub $x (f64x2.sub $u (global.get $one)))
              (f64x2.ge $u (global.get $two)))
            $u)
          $near))
      (local.set $lost (f64x2.add (f64x2.mul $n (global.get $ln2Low)) $lost))
      (local.set $f
        (v128.bitselect $x (f64x2.sub (i64x2.add (i64x2.sub $u $exponent) (global.get $one)) (global.get $one)) $near))
      (local.set $halfSquare (f64x2.mul (f64x2.mul (global.get $half) $f) $f))
      (local.set $s (f64x2.div $f (f64x2.add (global.get $two) $f)))
      (local.set $z (f64x2.mul $s $s))
      (polynomial $share $z $l3 $l4 $l5 $l6 $l7)
      (times $share $z $l2)
      (times $share $z $l1)
      (local.set $share (f64x2.mul $s (f64x2.add $halfSquare (f64x2.mul $z $share))))
      ;; Of an f whose first 20 bits are 0 (those of 1 + f next to 1) a shorter sum.
      (local.set $share
        (v128.bitselect
          (f64x2.sub
            (f64x2.mul $halfSquare (f64x2.sub (global.get $one) (f64x2.mul (both 0x1.5555555555555p-1) $f)))
            $lost)
          (f64x2.sub $halfSquare (f64x2.add $share $lost))
          (v128.andnot (v128.and (f64x2.ge $f (both -0x1.8p-20)) (f64x2.lt $f (both 0x1p-20))) $near)))
      (v128.store $to
        (v128.bitselect
          (f64x2.sub $x (f64x2.mul (f64x2.mul $x $x) (global.get $half)))
          (f64x2.sub (f64x2.mul $n (global.get $ln2High)) (f64x2.sub $share $f))
          (f64x2.lt $x (both 0x1p-29))))
      (local.set $to (i32.add $to (i32.const 16)))))

  ;; softplus(-u)
  (func (export "values") (param $end i32) (result i32)
    (local $at i32) (local $label i32) (local $result v128) (local $known v128)
    (call $powers $end)
    (call $logarithms (lists 5) $end)
    (beginKnown)
    (eachMember
      (local.set $label (i32.add $at (global.get $list)))
      (local.set $result
        (v128.or
          (f64x2.add
            (f64x2.max (f64x2.neg (f64x2.mul (v128.load $label) (v128.load $at))) (both 0))
            (v128.load (i32.add $at (lists 9))))
          (v128.not (f64x2.lt (v128.load (i32.add $at (i32.shl (global.get $list) (i32.const 2)))) (both 700)))))
      (v128.store (i32.add $label (i32.shl (global.get $list) (i32.const 1))) $result)
      (known $result))
    (i64x2.all_true $known))

  ;; -y sigmoid(-u)
  (func (export "slopes") (param $end i32) (result i32)
    (local $at i32) (local $to i32) (local $y v128) (local $e v128) (local $result v128) (local $known v128)
    (call $powers $end)
    (beginKnown)
    (eachMember
      (local.set $to (i32.add $at (lists 3)))
      (local.set $y (v128.load (i32.add $at (global.get $list))))
      (local.set $e (v128.load (i32.add $to (i32.shl (global.get $list) (i32.const 1)))))
      (local.set $result
        (v128.or
          (f64x2.mul
            (f64x2.neg $y)
            (f64x2.div
              (v128.bitselect $e (global.get $one) (f64x2.gt (f64x2.mul $y (v128.load $at)) (both 0)))
              (f64x2.add (global.get $one) $e)))
          (v128.not (f64x2.lt (v128.load (i32.add $to (global.get $list))) (both 700)))))
      (v128.store $to $result)
      (known $result))
    (i64x2.all_true $known))

  ;; y d of a d + b expm1(d) = c.
  (func (export "flows") (param $end i32) (result i32)
    (call $powers $end)
    (if (call $bounds $end)
      (then (call $logarithms (lists 9) $end)))
    (call $steps $end))

  ;; a, b and c, the root that bounds d, and c / b. Returns whether a bound is so large that ln(1 + c / b) may be the tighter one.
  (func $bounds (param $end i32) (result i32)
    (local $at i32) (local $to i32) (local $u v128) (local $tau v128) (local $a v128) (local $b v128) (local $c v128)
    (local $sum v128) (local $x v128) (local $d v128) (local $isLong v128) (local $anyLong v128)
    (eachMember
      (local.set $to (i32.add $at (global.get $list)))
      (local.set $u (f64x2.mul (v128.load $to) (v128.load $at)))
      (nextList)
      (local.set $tau (v128.load $to))
      (local.set $x (v128.load (i32.add $to (lists 3))))
      (local.set $b (f64x2.gt $u (both 0)))
      (local.set $a (v128.bitselect $x (global.get $one) $b))
      (local.set $b (v128.bitselect (global.get $one) $x $b))
      (local.set $c (f64x2.mul $a $tau))
      (local.set $sum (f64x2.add $a $b))
      (local.set $x (f64x2.div $c $sum))
      (local.set $d
        (f64x2.div
          $x
          (f64x2.add
            (global.get $half)
            (f64x2.sqrt (f64x2.add (both 0.25) (f64x2.mul (f64x2.div (f64x2.mul (global.get $half) $b) $sum) $x))))))
      (local.set $isLong (f64x2.ge $d (global.get $half)))
      (local.set $anyLong (v128.or $anyLong $isLong))
      (local.set $x (f64x2.div $c $b))
      ;; Times beyond 1e200, margins below STEEP, and c / b of which the logarithm is another one.
      (nextList)
      (v128.store $to
        (v128.or
          $d
          (v128.not
            (v128.and
              (v128.and
                (v128.and (f64x2.ge $u (both -36)) (f64x2.lt $u (both 700)))
                (v128.and (f64x2.ge $tau (both 0)) (f64x2.lt $tau (both 1e200))))
              (v128.not (v128.and $isLong (f64x2.ge $x (both 0x1p53))))))))
      (local.set $to (i32.add $to (lists 3)))
      (v128.store $to $a)
      (nextList)
      (v128.store $to $b)
      (nextList)
      (v128.store $to $c)
      (v128.store (i32.add $to (global.get $list)) $x))
    (v128.any_true $anyLong))

  ;; The steps of flowDistance, from the tighter bound; $goes: members whose last step was not the last. expm1 of d up to 38, where its
  ;; n is 55 at most.
  (func $steps (param $end i32) (result i32)
    (local $at i32) (local $to i32) (local $a v128) (local $b v128) (local $c v128) (local $sum v128) (local $d v128)
    (local $goes v128) (local $known v128) (local $n v128) (local $high v128) (local $low v128) (local $r v128) (local $lost v128)
    (local $square v128) (local $ratio v128) (local $t v128) (local $e v128) (local $inverse v128) (local $rise v128)
    (local $slope v128) (local $step v128)
    (beginKnown)
    (eachMember
      (local.set $to (i32.add $at (lists 6)))
      (local.set $a (v128.load $to))
      (nextList)
      (local.set $b (v128.load $to))
      (nextList)
      (local.set $c (v128.load $to))
      (local.set $sum (f64x2.add $a $b))
      (local.set $t (v128.load (i32.add $to (global.get $list))))
      (local.set $to (i32.add $at (lists 3)))
      (local.set $d (v128.load $to))
      (local.set $d (v128.bitselect (f64x2.min $d $t) $d (f64x2.ge $d (global.get $half))))
      (local.set $d (v128.or $d (f64x2.gt $d (both 38))))

      (local.set $goes (v128.const i64x2 -1 -1))
      (loop $more
        (local.set $n
          (v128.and
            (f64x2.trunc (f64x2.add (f64x2.mul (global.get $inverseLn2) $d) (global.get $half)))
            (f64x2.ge $d (global.get $halfLn2))))
        (rest $d)
        (local.set $lost (f64x2.sub (f64x2.sub $high $r) $low))
        (local.set $square (f64x2.mul $r (f64x2.mul (global.get $half) $r)))
        (polynomial $ratio $square $q1 $q2 $q3 $q4 $q5)
        (times $ratio $square $one)
        (local.set $t (f64x2.sub (both 3) (f64x2.mul $ratio (f64x2.mul (global.get $half) $r))))
        (local.set $e
          (f64x2.mul $square (f64x2.div (f64x2.sub $ratio $t) (f64x2.sub (global.get $six) (f64x2.mul $r $t)))))
        (local.set $e (f64x2.sub (f64x2.sub (f64x2.mul $r (f64x2.sub $e $lost)) $lost) $square))
        (local.set $inverse (i64x2.shl (f64x2.sub (global.get $bias) $n) (i32.const 52)))
        (local.set $rise
          (f64x2.mul
            $b
            (v128.bitselect
              (f64x2.mul (both -2) (f64x2.sub $e (f64x2.add $r (global.get $half))))
              (f64x2.mul
                (v128.bitselect
                  (f64x2.sub (f64x2.sub (global.get $one) $inverse) (f64x2.sub $e $r))
                  (f64x2.add (f64x2.sub $r (f64x2.add $e $inverse)) (global.get $one))
                  (f64x2.lt $n (both 20)))
                (i64x2.shl (f64x2.add $n (global.get $bias)) (i32.const 52)))
              (v128.and (f64x2.eq $n (global.get $one)) (f64x2.lt $r (both -0.25))))))

        (local.set $slope (f64x2.add $sum $rise))
        (local.set $step (f64x2.div (f64x2.sub (f64x2.add (f64x2.mul $a $d) $rise) $c) $slope))
        (local.set $t (f64x2.mul (f64x2.div (f64x2.add $b $rise) $slope) $step))
        (local.set $step
          (f64x2.div
            (f64x2.mul $step (f64x2.sub (global.get $one) (f64x2.mul (global.get $half) $t)))
            (f64x2.add (f64x2.sub (global.get $one) $t) (f64x2.div (f64x2.mul $t $step) (global.get $six)))))
        (local.set $d (f64x2.sub $d (v128.and $step $goes)))
        (local.set $step (f64x2.mul $step $step))
        (local.set $goes (v128.and $goes (f64x2.gt (f64x2.mul $step $step) (f64x2.mul (both 1e-16) $d))))
        (if (v128.any_true $goes)
          (then
            (local.set $d (v128.or $d (f64x2.lt $d (both 0))))
            (br $more))))
      (local.set $d (f64x2.mul (v128.load (i32.add $at (global.get $list))) $d))
      (v128.store $to $d)
      (known $d))
    (i64x2.all_true $known)))
