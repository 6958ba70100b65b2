;; Loops over entries of one sparse row for several weight vectors at once (interleaved.ts), two members in a vector register.
;;
;; Memory: up to 4096 entries of 16 bytes at 0, the place of the feature's members (u32; its index times $bytes) and, 8 bytes further on,
;; the value (f64); where the rest lies, the caller says. $bytes are those of the weights of a feature: eight a member, and a multiple
;; of 32. Every addition is that of the loops in interleaved.ts, in their order.
(module $interleaved
  (import "kernels" "memory" (memory 1))

  ;; The sum of each member, at $sums, of four: entry k goes into sum k mod 4, what is left over into the first.
  (func $dots (export "dots") (param $entries i32) (param $bytes i32) (param $sums i32) (param $weights i32)
    (local $end i32) (local $whole i32) (local $tile i32)
    (local $k i32) (local $at i32) (local $x v128)
    (local $a v128) (local $a2 v128) (local $b v128) (local $b2 v128)
    (local $c v128) (local $c2 v128) (local $d v128) (local $d2 v128)
    (local.set $end (i32.shl (local.get $entries) (i32.const 4)))
    (local.set $whole (i32.and (local.get $end) (i32.const -64)))
    (local.set $tile (local.get $bytes))
    (loop $tiles
      (local.set $a (v128.const f64x2 0 0))
      (local.set $a2 (v128.const f64x2 0 0))
      (local.set $b (v128.const f64x2 0 0))
      (local.set $b2 (v128.const f64x2 0 0))
      (local.set $c (v128.const f64x2 0 0))
      (local.set $c2 (v128.const f64x2 0 0))
      (local.set $d (v128.const f64x2 0 0))
      (local.set $d2 (v128.const f64x2 0 0))
      (local.set $k (i32.const 0))
      (block $fours_end
        (loop $fours
          (br_if $fours_end (i32.ge_u (local.get $k) (local.get $whole)))
          (local.set $at (i32.add (local.get $weights) (i32.load (local.get $k))))
          (local.set $x (v128.load64_splat offset=8 (local.get $k)))
          (local.set $a (f64x2.add (local.get $a) (f64x2.mul (v128.load (local.get $at)) (local.get $x))))
          (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (v128.load offset=16 (local.get $at)) (local.get $x))))
          (local.set $at (i32.add (local.get $weights) (i32.load offset=16 (local.get $k))))
          (local.set $x (v128.load64_splat offset=24 (local.get $k)))
          (local.set $b (f64x2.add (local.get $b) (f64x2.mul (v128.load (local.get $at)) (local.get $x))))
          (local.set $b2 (f64x2.add (local.get $b2) (f64x2.mul (v128.load offset=16 (local.get $at)) (local.get $x))))
          (local.set $at (i32.add (local.get $weights) (i32.load offset=32 (local.get $k))))
          (local.set $x (v128.load64_splat offset=40 (local.get $k)))
          (local.set $c (f64x2.add (local.get $c) (f64x2.mul (v128.load (local.get $at)) (local.get $x))))
          (local.set $c2 (f64x2.add (local.get $c2) (f64x2.mul (v128.load offset=16 (local.get $at)) (local.get $x))))
          (local.set $at (i32.add (local.get $weights) (i32.load offset=48 (local.get $k))))
          (local.set $x (v128.load64_splat offset=56 (local.get $k)))
          (local.set $d (f64x2.add (local.get $d) (f64x2.mul (v128.load (local.get $at)) (local.get $x))))
          (local.set $d2 (f64x2.add (local.get $d2) (f64x2.mul (v128.load offset=16 (local.get $at)) (local.get $x))))
          (local.set $k (i32.add (local.get $k) (i32.const 64)))
          (br $fours)))
      (block $rest_end
        (loop $rest
          (br_if $rest_end (i32.ge_u (local.get $k) (local.get $end)))
          (local.set $at (i32.add (local.get $weights) (i32.load (local.get $k))))
          (local.set $x (v128.load64_splat offset=8 (local.get $k)))
          (local.set $a (f64x2.add (local.get $a) (f64x2.mul (v128.load (local.get $at)) (local.get $x))))
          (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (v128.load offset=16 (local.get $at)) (local.get $x))))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br $rest)))

      (v128.store (local.get $sums)
        (f64x2.add
          (f64x2.add (local.get $a) (local.get $b))
          (f64x2.add (local.get $c) (local.get $d))))
      (v128.store offset=16 (local.get $sums)
        (f64x2.add
          (f64x2.add (local.get $a2) (local.get $b2))
          (f64x2.add (local.get $c2) (local.get $d2))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 32)))
      (local.set $weights (i32.add (local.get $weights) (i32.const 32)))
      (local.set $tile (i32.sub (local.get $tile) (i32.const 32)))
      (br_if $tiles (local.get $tile))))

  ;; The weights of each member += its scale, at $scales, times x. A scale of 0 leaves them bit for bit: it adds -0 whatever x is.
  (func $addScaled (export "addScaled") (param $entries i32) (param $bytes i32) (param $scales i32) (param $weights i32)
    (local $end i32) (local $tile i32)
    (local $k i32) (local $at i32) (local $x v128)
    (local $s v128) (local $s2 v128) (local $s3 v128) (local $s4 v128) (local $sign v128) (local $sign2 v128)
    (local.set $end (i32.shl (local.get $entries) (i32.const 4)))
    (local.set $tile (local.get $bytes))
    (loop $tiles
      (local.set $s (v128.load (local.get $scales)))
      (local.set $s2 (v128.load offset=16 (local.get $scales)))
      (local.set $k (i32.const 0))
      (if
        (i32.and
          (i32.gt_u (local.get $tile) (i32.const 32))
          (i64x2.all_true
            (v128.and
              (v128.and
                (f64x2.ne (local.get $s) (v128.const f64x2 0 0))
                (f64x2.ne (local.get $s2) (v128.const f64x2 0 0)))
              (v128.and
                (f64x2.ne (v128.load offset=32 (local.get $scales)) (v128.const f64x2 0 0))
                (f64x2.ne (v128.load offset=48 (local.get $scales)) (v128.const f64x2 0 0))))))
        (then
          ;; Eight members that all move.
          (local.set $s3 (v128.load offset=32 (local.get $scales)))
          (local.set $s4 (v128.load offset=48 (local.get $scales)))
          (block $end_of_eight
            (loop $entry
              (br_if $end_of_eight (i32.ge_u (local.get $k) (local.get $end)))
              (local.set $at (i32.add (local.get $weights) (i32.load (local.get $k))))
              (local.set $x (v128.load64_splat offset=8 (local.get $k)))
              (v128.store (local.get $at)
                (f64x2.add (v128.load (local.get $at)) (f64x2.mul (local.get $s) (local.get $x))))
              (v128.store offset=16 (local.get $at)
                (f64x2.add (v128.load offset=16 (local.get $at)) (f64x2.mul (local.get $s2) (local.get $x))))
              (v128.store offset=32 (local.get $at)
                (f64x2.add (v128.load offset=32 (local.get $at)) (f64x2.mul (local.get $s3) (local.get $x))))
              (v128.store offset=48 (local.get $at)
                (f64x2.add (v128.load offset=48 (local.get $at)) (f64x2.mul (local.get $s4) (local.get $x))))
              (local.set $k (i32.add (local.get $k) (i32.const 16)))
              (br $entry)))
          (local.set $scales (i32.add (local.get $scales) (i32.const 64)))
          (local.set $weights (i32.add (local.get $weights) (i32.const 64)))
          (br_if $tiles (local.tee $tile (i32.sub (local.get $tile) (i32.const 64))))
          (return)))
      (local.set $sign
        (v128.and (f64x2.eq (local.get $s) (v128.const f64x2 0 0)) (v128.const f64x2 -0 -0)))
      (local.set $sign2
        (v128.and (f64x2.eq (local.get $s2) (v128.const f64x2 0 0)) (v128.const f64x2 -0 -0)))
      (block $end_of_row
        (loop $entry
          (br_if $end_of_row (i32.ge_u (local.get $k) (local.get $end)))
          (local.set $at (i32.add (local.get $weights) (i32.load (local.get $k))))
          (local.set $x (v128.load64_splat offset=8 (local.get $k)))
          (v128.store (local.get $at)
            (f64x2.add
              (v128.load (local.get $at))
              (v128.or (local.get $sign) (f64x2.mul (local.get $s) (local.get $x)))))
          (v128.store offset=16 (local.get $at)
            (f64x2.add
              (v128.load offset=16 (local.get $at))
              (v128.or (local.get $sign2) (f64x2.mul (local.get $s2) (local.get $x)))))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br $entry)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 32)))
      (local.set $weights (i32.add (local.get $weights) (i32.const 32)))
      (local.set $tile (i32.sub (local.get $tile) (i32.const 32)))
      (br_if $tiles (local.get $tile))))

  ;; Entry $k, in bytes, is the first at which |x| is more than a member's scale, of those with an importance; $end where none is.
  (func $admit (export "admit")
    (param $k i32) (param $end i32) (param $bytes i32) (param $importances i32) (param $scales i32) (result i32)
    (local $tile i32) (local $at i32) (local $size v128) (local $above v128)
    (block $none
      (loop $entry
        (br_if $none (i32.ge_u (local.get $k) (local.get $end)))
        (local.set $at (i32.add (local.get $scales) (i32.load (local.get $k))))
        (local.set $size (f64x2.abs (v128.load64_splat offset=8 (local.get $k))))
        (local.set $above (v128.const i64x2 0 0))
        (local.set $tile (local.get $importances))
        (loop $tiles
          (local.set $above
            (v128.or
              (local.get $above)
              (v128.and
                (f64x2.gt (local.get $size) (v128.load (local.get $at)))
                (f64x2.gt (v128.load (local.get $tile)) (v128.const f64x2 0 0)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $tile (i32.add (local.get $tile) (i32.const 16)))
          (br_if $tiles (i32.ne (local.get $tile) (i32.add (local.get $importances) (local.get $bytes)))))
        (br_if $none (v128.any_true (local.get $above)))
        (local.set $k (i32.add (local.get $k) (i32.const 16)))
        (br $entry)))
    (local.get $k))

  ;; optimizers/blocks/index.ts, exponent 1/2: G of each member += h (slope x)^2, along = x / sqrt(G) / s, kept at
  ;; $directions entry by entry. $numbers: the importances of all members, and one after the other their slopes, and what is found:
  ;; the sums of x along, of G, and of (x / s)^2.
  (func $normalized (export "normalized")
    (param $entries i32) (param $bytes i32) (param $numbers i32) (param $directions i32) (param $g i32) (param $scales i32)
    (local $end i32) (local $tile i32) (local $k i32) (local $at i32) (local $to i32)
    (local $x v128) (local $grown v128) (local $s v128) (local $t v128)
    (local $h v128) (local $slope v128) (local $sum v128) (local $total v128) (local $squares v128)
    (local.set $end (i32.shl (local.get $entries) (i32.const 4)))
    (local.set $tile (local.get $bytes))
    (loop $tiles
      (local.set $h (v128.load (local.get $numbers)))
      (local.set $slope (v128.load (i32.add (local.get $numbers) (local.get $bytes))))
      (local.set $sum (v128.const f64x2 0 0))
      (local.set $total (v128.const f64x2 0 0))
      (local.set $squares (v128.const f64x2 0 0))
      (local.set $to (local.get $directions))
      (local.set $k (i32.const 0))
      (block $end_of_row
        (loop $entry
          (br_if $end_of_row (i32.ge_u (local.get $k) (local.get $end)))
          (local.set $at (i32.load (local.get $k)))
          (local.set $x (v128.load64_splat offset=8 (local.get $k)))
          (local.set $s (v128.load (i32.add (local.get $scales) (local.get $at))))
          (local.set $at (i32.add (local.get $g) (local.get $at)))
          (local.set $t (f64x2.mul (local.get $slope) (local.get $x)))
          (local.set $grown
            (f64x2.add
              (v128.load (local.get $at))
              (f64x2.mul (local.get $h) (f64x2.mul (local.get $t) (local.get $t)))))
          (v128.store (local.get $at) (local.get $grown))
          (local.set $t
            (v128.and
              (f64x2.div (f64x2.div (local.get $x) (f64x2.sqrt (local.get $grown))) (local.get $s))
              (f64x2.ne (local.get $grown) (v128.const f64x2 0 0))))
          (v128.store (local.get $to) (local.get $t))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $x) (local.get $t))))
          (local.set $total (f64x2.add (local.get $total) (local.get $grown)))
          (local.set $t (f64x2.div (local.get $x) (local.get $s)))
          (local.set $squares (f64x2.add (local.get $squares) (f64x2.mul (local.get $t) (local.get $t))))
          (local.set $to (i32.add (local.get $to) (local.get $bytes)))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br $entry)))
      (local.set $at (i32.add (local.get $numbers) (i32.shl (local.get $bytes) (i32.const 1))))
      (v128.store (local.get $at) (local.get $sum))
      (local.set $at (i32.add (local.get $at) (local.get $bytes)))
      (v128.store (local.get $at) (local.get $total))
      (local.set $at (i32.add (local.get $at) (local.get $bytes)))
      (v128.store (local.get $at) (local.get $squares))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 16)))
      (local.set $directions (i32.add (local.get $directions) (i32.const 16)))
      (local.set $g (i32.add (local.get $g) (i32.const 16)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
      (local.set $tile (i32.sub (local.get $tile) (i32.const 16)))
      (br_if $tiles (local.get $tile))))

  ;; optimizers/blocks/index.ts, exponent 1/2: the same without scales, along = x / sqrt(G), and without the last sum.
  (func $adaptive (export "adaptive")
    (param $entries i32) (param $bytes i32) (param $numbers i32) (param $directions i32) (param $g i32)
    (local $end i32) (local $tile i32) (local $k i32) (local $at i32) (local $to i32)
    (local $x v128) (local $grown v128) (local $t v128)
    (local $h v128) (local $slope v128) (local $sum v128) (local $total v128)
    (local.set $end (i32.shl (local.get $entries) (i32.const 4)))
    (local.set $tile (local.get $bytes))
    (loop $tiles
      (local.set $h (v128.load (local.get $numbers)))
      (local.set $slope (v128.load (i32.add (local.get $numbers) (local.get $bytes))))
      (local.set $sum (v128.const f64x2 0 0))
      (local.set $total (v128.const f64x2 0 0))
      (local.set $to (local.get $directions))
      (local.set $k (i32.const 0))
      (block $end_of_row
        (loop $entry
          (br_if $end_of_row (i32.ge_u (local.get $k) (local.get $end)))
          (local.set $at (i32.add (local.get $g) (i32.load (local.get $k))))
          (local.set $x (v128.load64_splat offset=8 (local.get $k)))
          (local.set $t (f64x2.mul (local.get $slope) (local.get $x)))
          (local.set $grown
            (f64x2.add
              (v128.load (local.get $at))
              (f64x2.mul (local.get $h) (f64x2.mul (local.get $t) (local.get $t)))))
          (v128.store (local.get $at) (local.get $grown))
          (local.set $t
            (v128.and
              (f64x2.div (local.get $x) (f64x2.sqrt (local.get $grown)))
              (f64x2.ne (local.get $grown) (v128.const f64x2 0 0))))
          (v128.store (local.get $to) (local.get $t))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $x) (local.get $t))))
          (local.set $total (f64x2.add (local.get $total) (local.get $grown)))
          (local.set $to (i32.add (local.get $to) (local.get $bytes)))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br $entry)))
      (local.set $at (i32.add (local.get $numbers) (i32.shl (local.get $bytes) (i32.const 1))))
      (v128.store (local.get $at) (local.get $sum))
      (v128.store (i32.add (local.get $at) (local.get $bytes)) (local.get $total))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 16)))
      (local.set $directions (i32.add (local.get $directions) (i32.const 16)))
      (local.set $g (i32.add (local.get $g) (i32.const 16)))
      (local.set $tile (i32.sub (local.get $tile) (i32.const 16)))
      (br_if $tiles (local.get $tile))))

  ;; As addScaled, along the directions of each member. One of a scale of 0 may be no number.
  (func $addDirections (export "addDirections")
    (param $entries i32) (param $bytes i32) (param $scales i32) (param $directions i32) (param $weights i32)
    (local $end i32) (local $tile i32) (local $k i32) (local $at i32) (local $from i32) (local $s v128) (local $still v128)
    (local.set $end (i32.shl (local.get $entries) (i32.const 4)))
    (local.set $tile (local.get $bytes))
    (loop $tiles
      (local.set $s (v128.load (local.get $scales)))
      (local.set $still (f64x2.eq (local.get $s) (v128.const f64x2 0 0)))
      (local.set $from (local.get $directions))
      (local.set $k (i32.const 0))
      (block $end_of_row
        (loop $entry
          (br_if $end_of_row (i32.ge_u (local.get $k) (local.get $end)))
          (local.set $at (i32.add (local.get $weights) (i32.load (local.get $k))))
          (v128.store (local.get $at)
            (f64x2.add
              (v128.load (local.get $at))
              (v128.bitselect
                (v128.const f64x2 -0 -0)
                (f64x2.mul (local.get $s) (v128.load (local.get $from)))
                (local.get $still))))
          (local.set $from (i32.add (local.get $from) (local.get $bytes)))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br $entry)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
      (local.set $directions (i32.add (local.get $directions) (i32.const 16)))
      (local.set $weights (i32.add (local.get $weights) (i32.const 16)))
      (local.set $tile (i32.sub (local.get $tile) (i32.const 16)))
      (br_if $tiles (local.get $tile)))))
