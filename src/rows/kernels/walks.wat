;; The walks along one sparse row that every learner takes: sparse-rows.ts says the same in TypeScript.
;;
;; $indices and $values: addresses of the arrays of all rows; $from and $to: first entry of the row, and the one behind its last.
;; $w: address of the weights, one float64 a feature. What is no address stands at $numbers (kernels.ts). Additions keep their order; the kernels equal the TypeScript bit for bit.
(module
  (import "rows" "memory" (memory 1 65535 shared))
  (import "rows" "numbers" (global $numbers i32))

  ;; Leaves w.x: entry k goes into the sum k mod 4, what is left over into the first. Two sums stand in $ab, two in $cd.
  (func (export "dot") (param $indices i32) (param $values i32) (param $from i32) (param $to i32) (param $w i32)
    (local $index i32) (local $value i32) (local $end i32) (local $last i32)
    (local $ab v128) (local $cd v128) (local $a f64)
    (local.set $index (i32.add (local.get $indices) (i32.shl (local.get $from) (i32.const 2))))
    (local.set $value (i32.add (local.get $values) (i32.shl (local.get $from) (i32.const 2))))
    (local.set $last (i32.add (local.get $indices) (i32.shl (local.get $to) (i32.const 2))))
    (local.set $end
      (i32.add (local.get $index) (i32.and (i32.sub (local.get $last) (local.get $index)) (i32.const -16))))
    (if (i32.ne (local.get $index) (local.get $end)) (then
      (loop $fours
        (local.set $ab (f64x2.add (local.get $ab) (f64x2.mul
          (v128.load64_lane 1 (i32.add (local.get $w) (i32.shl (i32.load offset=4 (local.get $index)) (i32.const 3)))
            (v128.load64_zero (i32.add (local.get $w) (i32.shl (i32.load (local.get $index)) (i32.const 3)))))
          (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $value))))))
        (local.set $cd (f64x2.add (local.get $cd) (f64x2.mul
          (v128.load64_lane 1 (i32.add (local.get $w) (i32.shl (i32.load offset=12 (local.get $index)) (i32.const 3)))
            (v128.load64_zero (i32.add (local.get $w) (i32.shl (i32.load offset=8 (local.get $index)) (i32.const 3)))))
          (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $value))))))
        (local.set $value (i32.add (local.get $value) (i32.const 16)))
        (local.set $index (i32.add (local.get $index) (i32.const 16)))
        (br_if $fours (i32.ne (local.get $index) (local.get $end))))))
    (local.set $a (f64x2.extract_lane 0 (local.get $ab)))
    (if (i32.ne (local.get $index) (local.get $last)) (then
      (loop $rest
        (local.set $a (f64.add (local.get $a) (f64.mul
          (f64.load (i32.add (local.get $w) (i32.shl (i32.load (local.get $index)) (i32.const 3))))
          (f64.promote_f32 (f32.load (local.get $value))))))
        (local.set $value (i32.add (local.get $value) (i32.const 4)))
        (local.set $index (i32.add (local.get $index) (i32.const 4)))
        (br_if $rest (i32.ne (local.get $index) (local.get $last))))))
    (f64.store (global.get $numbers) (f64.add
      (f64.add (local.get $a) (f64x2.extract_lane 1 (local.get $ab)))
      (f64.add (f64x2.extract_lane 0 (local.get $cd)) (f64x2.extract_lane 1 (local.get $cd))))))

  ;; w += scale x.
  (func (export "addScaled")
    (param $indices i32) (param $values i32) (param $from i32) (param $to i32) (param $w i32)
    (local $index i32) (local $value i32) (local $end i32) (local $last i32) (local $weight i32)
    (local $j i32) (local $k i32) (local $two v128) (local $scale f64) (local $scales v128)
    (local.set $scale (f64.load (global.get $numbers)))
    (local.set $scales (f64x2.splat (local.get $scale)))
    (local.set $index (i32.add (local.get $indices) (i32.shl (local.get $from) (i32.const 2))))
    (local.set $value (i32.add (local.get $values) (i32.shl (local.get $from) (i32.const 2))))
    (local.set $last (i32.add (local.get $indices) (i32.shl (local.get $to) (i32.const 2))))
    (local.set $end
      (i32.add (local.get $index) (i32.and (i32.sub (local.get $last) (local.get $index)) (i32.const -16))))
    (if (i32.ne (local.get $index) (local.get $end)) (then
      (loop $fours
        (local.set $j (i32.add (local.get $w) (i32.shl (i32.load (local.get $index)) (i32.const 3))))
        (local.set $k (i32.add (local.get $w) (i32.shl (i32.load offset=4 (local.get $index)) (i32.const 3))))
        (local.set $two (f64x2.add
          (v128.load64_lane 1 (local.get $k) (v128.load64_zero (local.get $j)))
          (f64x2.mul (local.get $scales) (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $value))))))
        (v128.store64_lane 0 (local.get $j) (local.get $two))
        (v128.store64_lane 1 (local.get $k) (local.get $two))
        (local.set $j (i32.add (local.get $w) (i32.shl (i32.load offset=8 (local.get $index)) (i32.const 3))))
        (local.set $k (i32.add (local.get $w) (i32.shl (i32.load offset=12 (local.get $index)) (i32.const 3))))
        (local.set $two (f64x2.add
          (v128.load64_lane 1 (local.get $k) (v128.load64_zero (local.get $j)))
          (f64x2.mul (local.get $scales) (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $value))))))
        (v128.store64_lane 0 (local.get $j) (local.get $two))
        (v128.store64_lane 1 (local.get $k) (local.get $two))
        (local.set $value (i32.add (local.get $value) (i32.const 16)))
        (local.set $index (i32.add (local.get $index) (i32.const 16)))
        (br_if $fours (i32.ne (local.get $index) (local.get $end))))))
    (if (i32.ne (local.get $index) (local.get $last)) (then
      (loop $rest
        (local.set $weight (i32.add (local.get $w) (i32.shl (i32.load (local.get $index)) (i32.const 3))))
        (f64.store (local.get $weight) (f64.add (f64.load (local.get $weight))
          (f64.mul (local.get $scale) (f64.promote_f32 (f32.load (local.get $value))))))
        (local.set $value (i32.add (local.get $value) (i32.const 4)))
        (local.set $index (i32.add (local.get $index) (i32.const 4)))
        (br_if $rest (i32.ne (local.get $index) (local.get $last)))))))

  ;; w += scale times a direction of the row, one float64 an entry from address $direction on.
  (func (export "addAlong")
    (param $indices i32) (param $from i32) (param $to i32) (param $direction i32) (param $w i32)
    (local $index i32) (local $last i32) (local $weight i32) (local $scale f64)
    (local.set $scale (f64.load (global.get $numbers)))
    (local.set $index (i32.add (local.get $indices) (i32.shl (local.get $from) (i32.const 2))))
    (local.set $last (i32.add (local.get $indices) (i32.shl (local.get $to) (i32.const 2))))
    (if (i32.ne (local.get $index) (local.get $last)) (then
      (loop $entries
        (local.set $weight (i32.add (local.get $w) (i32.shl (i32.load (local.get $index)) (i32.const 3))))
        (f64.store (local.get $weight) (f64.add (f64.load (local.get $weight))
          (f64.mul (local.get $scale) (f64.load (local.get $direction)))))
        (local.set $direction (i32.add (local.get $direction) (i32.const 8)))
        (local.set $index (i32.add (local.get $index) (i32.const 4)))
        (br_if $entries (i32.ne (local.get $index) (local.get $last))))))))
