;; The walks along one sparse row that keep a rate for every feature: the optimizers named say the same in TypeScript.
;;
;; Roots and quotients are taken of two entries at a time, sums one entry after the other: the kernels equal the TypeScript bit for
;; bit. An entry left over stands in both places, and $both keeps the second out of the sums.
;;
;; $indices, $values, $from, $to as in walks.wat. All other addresses are of float64: $direction and $rates of one an entry, and one
;; more, the others of one a feature. Slope, h and what else is no address stand at $numbers, in the order in which they are loaded; what a
;; walk finds replaces them, in the order in which it is told below. Templates (define) are filled in by the build (.config/wat.js).
(module
  (import "rows" "memory" (memory 1 65535 shared))
  (import "rows" "numbers" (global $numbers i32))

  (define (row) (param $indices i32) (param $values i32) (param $from i32) (param $to i32))
  (define (pairs)
    (local $index i32) (local $value i32) (local $end i32) (local $last i32) (local $step i32) (local $j i32) (local $k i32)
    (local $x v128))

  (define (none))

  ;; Where the row begins, and where it ends.
  (define (begin)
    (local.set $index (i32.add $indices (i32.shl $from (i32.const 2))))
    (local.set $value (i32.add $values (i32.shl $from (i32.const 2))))
    (local.set $last (i32.add $indices (i32.shl $to (i32.const 2)))))

  ;; The same, and where the last pair of entries ends, or the only entry left over begins.
  (define (beginPairs)
    (begin)
    (local.set $end (i32.sub $last (i32.and (i32.sub $last $index) (i32.const 4)))))

  ;; What is done with every two entries: their features at $j and $k, their values x. What `alone` holds is done before an entry left over.
  (define (eachPair $alone ...)
    (loop $pairs
      (if (i32.eq $index $end) (then (local.set $step (i32.const 0)) $alone))
      (local.set $j (i32.shl (i32.load $index) (i32.const 3)))
      (local.set $k (i32.shl (i32.load (i32.add $index $step)) (i32.const 3)))
      (local.set $x (f64x2.promote_low_f32x4 (v128.load32_lane 1 (i32.add $value $step) (v128.load32_zero $value))))
      ...
      (local.set $value (i32.add $value (i32.const 8)))
      (br_if $pairs (i32.lt_u (local.tee $index (i32.add $index (i32.const 8))) $last))))

  ;; What walks keep that find two sums.
  (define (sums)
    (pairs) (local $both v128) (local $t v128) (local $grown v128) (local $total f64) (local $slope f64) (local $h f64))

  ;; The same for walks that find two sums, and what else `begin` begins.
  (define (eachSummed $begin ...)
    (beginPairs)
    (nothing 0) (nothing 8) $begin
    (if (i32.eq $index $last) (then (return)))
    (local.set $step (i32.const 4))
    (local.set $both (v128.const i64x2 -1 -1))
    (eachPair (local.set $both (v128.const i64x2 -1 0)) ...))

  ;; The numbers of two features, and their new ones.
  (define (two $array) (v128.load64_lane 1 (i32.add $array $k) (v128.load64_zero (i32.add $array $j))))
  (define (put $array $two)
    (v128.store64_lane 0 (i32.add $array $j) $two)
    (v128.store64_lane 1 (i32.add $array $k) $two))

  ;; One number for both entries.
  (define (splat $number) (f64x2.splat $number))

  ;; sum += two, which are masked.
  (define (sumUp $sum $two)
    (local.set $two (v128.and $two $both))
    (local.set $sum (f64.add (f64.add $sum (f64x2.extract_lane 0 $two)) (f64x2.extract_lane 1 $two))))

  (define (told $number $at) (local.set $number (f64.load offset=$at (global.get $numbers))))
  (define (found $sum $at) (f64.store offset=$at (global.get $numbers) $sum))
  (define (nothing $at) (f64.store offset=$at (global.get $numbers) (f64.const 0)))

  ;; bases/scales.ts, admit with exponent 1: where |x| > s, w *= s / |x| and s = |x|; whether any scale grew.
  (func (export "admit") (row) (param $w i32) (param $s i32) (result i32)
    (local $index i32) (local $value i32) (local $last i32) (local $j i32) (local $size f64) (local $scale f64) (local $grown i32)
    (begin)
    (if (i32.eq $index $last) (then (return (i32.const 0))))
    (loop $entries
      (local.set $j (i32.shl (i32.load $index) (i32.const 3)))
      (local.set $size (f64.abs (f64.promote_f32 (f32.load $value))))
      (local.set $scale (f64.load (i32.add $s $j)))
      (if (f64.gt $size $scale) (then
        (f64.store (i32.add $w $j) (f64.mul (f64.load (i32.add $w $j)) (f64.div $scale $size)))
        (f64.store (i32.add $s $j) $size)
        (local.set $grown (i32.const 1))))
      (local.set $value (i32.add $value (i32.const 4)))
      (br_if $entries (i32.ne (local.tee $index (i32.add $index (i32.const 4))) $last)))
    (local.get $grown))

  ;; Where G has grown: the direction, 0 where there is no gradient yet, and its sums.
  (define (along $quotient)
    (local.set $t (v128.and $quotient (f64x2.ne $grown (v128.const f64x2 0 0)))))
  (define (sumAlong)
    (local.set $t (f64x2.mul $x $t))
    (sumUp $sum $t)
    (sumUp $total $grown))
  (define (sumSquares)
    (local.set $t (f64x2.div $x $scale))
    (local.set $t (f64x2.mul $t $t))
    (sumUp $squares $t))
  (define (squaredGradient) (local.set $t (f64x2.mul (splat $slope) $x)))
  (define (counted) (f64x2.mul (splat $h) (f64x2.mul $t $t)))
  (define (grow)
    (squaredGradient)
    (local.set $grown (f64x2.add (two $g) (counted)))
    (put $g $grown))
  (define (foresee $g)
    (squaredGradient)
    (local.set $grown (f64x2.add (two $g) (f64x2.mul $t $t))))
  (define (adaGrad) (along (f64x2.div $x (f64x2.sqrt $grown))))
  (define (normalized) (along (f64x2.div (f64x2.div $x (f64x2.sqrt $grown)) $scale)))
  (define (next $kept) (local.set $kept (i32.add $kept (i32.const 16))))

  ;; ada-grad.ts, prepare with power 1/2: finds the sum of x times the direction, that of G.
  (func (export "adaGradRates") (row) (param $g i32) (param $direction i32)
    (sums) (local $sum f64)
    (told $slope 0) (told $h 8)
    (eachSummed (none) (grow) (adaGrad) (v128.store $direction $t) (sumAlong) (next $direction))
    (found $sum 0) (found $total 8))

  ;; ada-grad.ts, sensitivity with power 1/2: finds the sum of x times the direction, that of G.
  (func (export "adaGradSensitivity") (row) (param $g i32)
    (sums) (local $sum f64)
    (told $slope 0)
    (eachSummed (none) (foresee $g) (adaGrad) (sumAlong))
    (found $sum 0) (found $total 8))

  ;; bases/adaptive-descent.ts, prepare with power 1/2: finds the sum of x times the direction, that of G, the squared length in scale units.
  (func (export "normalizedRates") (row) (param $g i32) (param $s i32) (param $direction i32)
    (sums) (local $sum f64) (local $scale v128) (local $squares f64)
    (told $slope 0) (told $h 8)
    (eachSummed (nothing 16)
      (grow)
      (local.set $scale (two $s))
      (normalized)
      (v128.store $direction $t)
      (sumAlong)
      (sumSquares)
      (next $direction))
    (found $sum 0) (found $total 8) (found $squares 16))

  ;; bases/adaptive-descent.ts, sensitivity with power 1/2: finds what normalizedRates does.
  (func (export "normalizedSensitivity") (row) (param $g i32) (param $s i32)
    (sums) (local $sum f64) (local $scale v128) (local $squares f64)
    (told $slope 0)
    (eachSummed (nothing 16)
      (foresee $g)
      (local.set $scale (f64x2.pmax (two $s) (f64x2.abs $x)))
      (normalized)
      (sumAlong)
      (sumSquares))
    (found $sum 0) (found $total 8) (found $squares 16))

  ;; ftrl-proximal.ts: the rate of two features, and the sums of q and n.
  (define (ftrlSums)
    (sums) (local $q f64) (local $root v128) (local $rate v128) (local $alpha f64) (local $beta f64) (local $l2 f64))
  (define (ftrl)
    (local.set $t (f64x2.add (f64x2.div (f64x2.add (splat $beta) $root) (splat $alpha)) (splat $l2)))
    (local.set $rate (v128.and (f64x2.div (v128.const f64x2 1 1) $t) (f64x2.ne $t (v128.const f64x2 0 0)))))
  (define (sumFtrl)
    (local.set $t (f64x2.mul $x (f64x2.mul $x $rate)))
    (sumUp $q $t)
    (sumUp $total $grown))

  ;; ftrl-proximal.ts, prepare: finds q, the sum of n.
  (func (export "ftrlRates") (row) (param $w i32) (param $z i32) (param $n i32) (param $rates i32)
    (ftrlSums) (local $was v128)
    (told $slope 0) (told $h 8) (told $alpha 16) (told $beta 24) (told $l2 32)
    (eachSummed (none)
      (squaredGradient)
      (local.set $was (two $n))
      (local.set $grown (f64x2.add $was (counted)))
      (local.set $root (f64x2.sqrt $grown))
      (local.set $t
        (f64x2.sub (two $z) (f64x2.mul (f64x2.div (f64x2.sub $root (f64x2.sqrt $was)) (splat $alpha)) (two $w))))
      (put $z $t)
      (put $n $grown)
      (ftrl)
      (v128.store $rates $rate)
      (sumFtrl)
      (next $rates))
    (found $q 0) (found $total 8))

  ;; ftrl-proximal.ts, sensitivity: finds q, the sum of n.
  (func (export "ftrlSensitivity") (row) (param $n i32)
    (ftrlSums)
    (told $slope 0) (told $alpha 8) (told $beta 16) (told $l2 24)
    (eachSummed (none) (foresee $n) (local.set $root (f64x2.sqrt $grown)) (ftrl) (sumFtrl))
    (found $q 0) (found $total 8))

  ;; ftrl-proximal.ts, push: z -= u x, w = -soft(z, l1) times the rates.
  (func (export "ftrlPush") (row) (param $w i32) (param $z i32) (param $rates i32)
    (pairs) (local $t v128) (local $u f64) (local $l1 f64)
    (told $u 0) (told $l1 8)
    (beginPairs)
    (if (i32.eq $index $last) (then (return)))
    (local.set $step (i32.const 4))
    (eachPair (none)
      (local.set $t (f64x2.sub (two $z) (f64x2.mul (splat $u) $x)))
      (put $z $t)
      (if (f64.ne $l1 (f64.const 0)) (then
        (local.set $t (f64x2.sub
          (f64x2.max (v128.const f64x2 0 0) (f64x2.sub $t (splat $l1)))
          (f64x2.max (v128.const f64x2 0 0) (f64x2.sub (f64x2.neg $t) (splat $l1)))))))
      (local.set $t (f64x2.mul (f64x2.neg $t)
        (v128.load64_lane 1 (i32.add $rates (i32.shl $step (i32.const 1))) (v128.load64_zero $rates))))
      (put $w $t)
      (next $rates)))
)
