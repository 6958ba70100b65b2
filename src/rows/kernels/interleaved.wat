;; Loops over entries of one sparse row for several weight vectors at once (interleaved.ts), two members in a vector register.
;;
;; Memory: up to 4096 entries of 16 bytes at 0, the place of the feature's members (u32; its index times $bytes) and, 8 bytes further on,
;; the value (f64); where the rest lies, the caller says. $bytes are those of the weights of a feature: eight a member, and a multiple
;; of 32. Every addition is that of the loops in interleaved.ts, in their order.
;; Templates (define) are filled in by the build (.config/wat.js).
(module $interleaved
  (import "kernels" "memory" (memory 1))

  (define (nothing))
  (define (zeros) (v128.const f64x2 0 0))
  (define (none $sum) (local.set $sum (zeros)))
  (define (goOn $address $by) (local.set $address (i32.add $address (i32.const $by))))

  ;; What is done for members after members, at so many bytes of their numbers a time; `beginning`: what is done before.
  (define (tiles $by $beginning ...)
    (local.set $end (i32.shl $entries (i32.const 4)))
    $beginning
    (local.set $tile $bytes)
    (loop $tiles
      ...
      (local.set $tile (i32.sub $tile (i32.const $by)))
      (br_if $tiles $tile)))

  ;; What is done from entry $k on up to the limit, at so many bytes of entries a time.
  (define (entries $limit $by ...)
    (block $end_of_row
      (loop $entry
        (br_if $end_of_row (i32.ge_u $k $limit))
        ...
        (goOn $k $by)
        (br $entry))))

  ;; Where the numbers of an entry are, and its value x. Both stand so many bytes behind $k.
  (define (entry $numbers $place $value)
    (local.set $at (i32.add $numbers (i32.load offset=$place $k)))
    (local.set $x (v128.load64_splat offset=$value $k)))

  ;; The numbers that stand so many bytes behind $at += step.
  (define (add $behind $step) (v128.store offset=$behind $at (f64x2.add (v128.load offset=$behind $at) $step)))

  (define (addProducts $sum $sum2)
    (local.set $sum (f64x2.add $sum (f64x2.mul (v128.load $at) $x)))
    (local.set $sum2 (f64x2.add $sum2 (f64x2.mul (v128.load offset=16 $at) $x))))

  ;; The sum of each member, at $sums, of four: entry k goes into sum k mod 4, what is left over into the first.
  (func $dots (export "dots") (param $entries i32) (param $bytes i32) (param $sums i32) (param $weights i32)
    (local $end i32) (local $whole i32) (local $tile i32)
    (local $k i32) (local $at i32) (local $x v128)
    (local $a v128) (local $a2 v128) (local $b v128) (local $b2 v128)
    (local $c v128) (local $c2 v128) (local $d v128) (local $d2 v128)
    (tiles 32 (local.set $whole (i32.and $end (i32.const -64)))
      (none $a) (none $a2) (none $b) (none $b2) (none $c) (none $c2) (none $d) (none $d2)
      (local.set $k (i32.const 0))
      (entries $whole 64
        (entry $weights 0 8) (addProducts $a $a2)
        (entry $weights 16 24) (addProducts $b $b2)
        (entry $weights 32 40) (addProducts $c $c2)
        (entry $weights 48 56) (addProducts $d $d2))
      (entries $end 16 (entry $weights 0 8) (addProducts $a $a2))
      (v128.store $sums (f64x2.add (f64x2.add $a $b) (f64x2.add $c $d)))
      (v128.store offset=16 $sums (f64x2.add (f64x2.add $a2 $b2) (f64x2.add $c2 $d2)))
      (goOn $sums 32) (goOn $weights 32)))

  ;; The weights of each member += its scale, at $scales, times x. A scale of 0 leaves them bit for bit: it adds -0 whatever x is.
  (func $addScaled (export "addScaled") (param $entries i32) (param $bytes i32) (param $scales i32) (param $weights i32)
    (local $end i32) (local $tile i32)
    (local $k i32) (local $at i32) (local $x v128)
    (local $s v128) (local $s2 v128) (local $s3 v128) (local $s4 v128) (local $sign v128) (local $sign2 v128)
    (tiles 32 (nothing)
      (local.set $s (v128.load $scales))
      (local.set $s2 (v128.load offset=16 $scales))
      (local.set $k (i32.const 0))
      (if
        (i32.and
          (i32.gt_u $tile (i32.const 32))
          (i64x2.all_true
            (v128.and
              (v128.and (f64x2.ne $s (zeros)) (f64x2.ne $s2 (zeros)))
              (v128.and
                (f64x2.ne (v128.load offset=32 $scales) (zeros))
                (f64x2.ne (v128.load offset=48 $scales) (zeros))))))
        (then
          ;; Eight members that all move.
          (local.set $s3 (v128.load offset=32 $scales))
          (local.set $s4 (v128.load offset=48 $scales))
          (entries $end 16
            (entry $weights 0 8)
            (add 0 (f64x2.mul $s $x))
            (add 16 (f64x2.mul $s2 $x))
            (add 32 (f64x2.mul $s3 $x))
            (add 48 (f64x2.mul $s4 $x)))
          (goOn $scales 64) (goOn $weights 64)
          (br_if $tiles (local.tee $tile (i32.sub $tile (i32.const 64))))
          (return)))
      (local.set $sign (v128.and (f64x2.eq $s (zeros)) (v128.const f64x2 -0 -0)))
      (local.set $sign2 (v128.and (f64x2.eq $s2 (zeros)) (v128.const f64x2 -0 -0)))
      (entries $end 16
        (entry $weights 0 8)
        (add 0 (v128.or $sign (f64x2.mul $s $x)))
        (add 16 (v128.or $sign2 (f64x2.mul $s2 $x))))
      (goOn $scales 32) (goOn $weights 32)))

  ;; Entry $k, in bytes, is the first at which |x| is more than a member's scale, of those with an importance; $end where none is.
  (func $admit (export "admit")
    (param $k i32) (param $end i32) (param $bytes i32) (param $importances i32) (param $scales i32) (result i32)
    (local $tile i32) (local $at i32) (local $size v128) (local $above v128)
    (block $none
      (loop $entry
        (br_if $none (i32.ge_u $k $end))
        (local.set $at (i32.add $scales (i32.load $k)))
        (local.set $size (f64x2.abs (v128.load64_splat offset=8 $k)))
        (local.set $above (v128.const i64x2 0 0))
        (local.set $tile $importances)
        (loop $tiles
          (local.set $above
            (v128.or
              $above
              (v128.and
                (f64x2.gt $size (v128.load $at))
                (f64x2.gt (v128.load $tile) (zeros)))))
          (local.set $at (i32.add $at (i32.const 16)))
          (local.set $tile (i32.add $tile (i32.const 16)))
          (br_if $tiles (i32.ne $tile (i32.add $importances $bytes))))
        (br_if $none (v128.any_true $above))
        (local.set $k (i32.add $k (i32.const 16)))
        (br $entry)))
    (local.get $k))

  ;; Two members of optimizers/blocks/index.ts, exponent 1/2; `...` is what else is begun with.
  (define (beginRates ...)
    (local.set $h (v128.load $numbers))
    (local.set $slope (v128.load (i32.add $numbers $bytes)))
    (none $sum) (none $total) ...
    (local.set $to $directions)
    (local.set $k (i32.const 0)))
  (define (grow)
    (local.set $t (f64x2.mul $slope $x))
    (local.set $grown (f64x2.add (v128.load $at) (f64x2.mul $h (f64x2.mul $t $t))))
    (v128.store $at $grown))
  (define (along $quotient)
    (local.set $t (v128.and $quotient (f64x2.ne $grown (zeros))))
    (v128.store $to $t)
    (local.set $sum (f64x2.add $sum (f64x2.mul $x $t)))
    (local.set $total (f64x2.add $total $grown)))
  (define (nextDirection) (local.set $to (i32.add $to $bytes)))
  (define (find $sum)
    (v128.store $at $sum)
    (local.set $at (i32.add $at $bytes)))
  ;; What is kept of two members, and what is done with it in the end; `...` is what else is found.
  (define (rates)
    (local $end i32) (local $tile i32) (local $k i32) (local $at i32) (local $to i32)
    (local $x v128) (local $grown v128) (local $t v128) (local $h v128) (local $slope v128) (local $sum v128) (local $total v128))
  (define (found ...)
    (local.set $at (i32.add $numbers (i32.shl $bytes (i32.const 1))))
    (find $sum) (find $total) ...
    (goOn $numbers 16) (goOn $directions 16) (goOn $g 16))

  ;; optimizers/blocks/index.ts, exponent 1/2: G of each member += h (slope x)^2, along = x / sqrt(G) / s, kept at
  ;; $directions entry by entry. $numbers: the importances of all members, and one after the other their slopes, and what is found:
  ;; the sums of x along, of G, and of (x / s)^2.
  (func $normalized (export "normalized")
    (param $entries i32) (param $bytes i32) (param $numbers i32) (param $directions i32) (param $g i32) (param $scales i32)
    (rates) (local $s v128) (local $squares v128)
    (tiles 16 (nothing)
      (beginRates (none $squares))
      (entries $end 16
        (local.set $at (i32.load $k))
        (local.set $x (v128.load64_splat offset=8 $k))
        (local.set $s (v128.load (i32.add $scales $at)))
        (local.set $at (i32.add $g $at))
        (grow)
        (along (f64x2.div (f64x2.div $x (f64x2.sqrt $grown)) $s))
        (local.set $t (f64x2.div $x $s))
        (local.set $squares (f64x2.add $squares (f64x2.mul $t $t)))
        (nextDirection))
      (found (find $squares))
      (goOn $scales 16)))

  ;; optimizers/blocks/index.ts, exponent 1/2: the same without scales, along = x / sqrt(G), and without the last sum.
  (func $adaptive (export "adaptive")
    (param $entries i32) (param $bytes i32) (param $numbers i32) (param $directions i32) (param $g i32)
    (rates)
    (tiles 16 (nothing)
      (beginRates)
      (entries $end 16
        (entry $g 0 8)
        (grow)
        (along (f64x2.div $x (f64x2.sqrt $grown)))
        (nextDirection))
      (found)))

  ;; As addScaled, along the directions of each member. One of a scale of 0 may be no number.
  (func $addDirections (export "addDirections")
    (param $entries i32) (param $bytes i32) (param $scales i32) (param $directions i32) (param $weights i32)
    (local $end i32) (local $tile i32) (local $k i32) (local $at i32) (local $from i32) (local $s v128) (local $still v128)
    (tiles 16 (nothing)
      (local.set $s (v128.load $scales))
      (local.set $still (f64x2.eq $s (zeros)))
      (local.set $from $directions)
      (local.set $k (i32.const 0))
      (entries $end 16
        (local.set $at (i32.add $weights (i32.load $k)))
        (add 0 (v128.bitselect (v128.const f64x2 -0 -0) (f64x2.mul $s (v128.load $from)) $still))
        (local.set $from (i32.add $from $bytes)))
      (goOn $scales 16) (goOn $directions 16) (goOn $weights 16))))
