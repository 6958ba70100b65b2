;; The walks along one sparse row that every learner takes: sparse-rows.ts says the same in TypeScript.
;;
;; $indices and $values: addresses of the arrays of all rows; $from and $to: first entry of the row, and the one behind its last.
;; $w: address of the weights, one float64 a feature. What is no address stands at $numbers (kernels.ts). Additions keep their order; the kernels equal the TypeScript bit for bit.
;; Templates (define) are filled in by the build (.config/wat.js).
(module
  (import "rows" "memory" (memory 1 65535 shared))
  (import "rows" "numbers" (global $numbers i32))

  (define (row) (param $indices i32) (param $values i32) (param $from i32) (param $to i32))
  (define (goOn $address $by) (local.set $address (i32.add $address (i32.const $by))))
  (define (beginIndices)
    (local.set $index (i32.add $indices (i32.shl $from (i32.const 2)))))
  (define (endIndices)
    (local.set $last (i32.add $indices (i32.shl $to (i32.const 2)))))

  ;; Where the row begins, where it ends, and where the last four entries that are together do.
  (define (begin)
    (beginIndices)
    (local.set $value (i32.add $values (i32.shl $from (i32.const 2))))
    (endIndices)
    (local.set $end (i32.add $index (i32.and (i32.sub $last $index) (i32.const -16)))))

  ;; What is done up to the limit, at so many bytes of indices a time; `others` are addresses that go on too.
  (define (upTo $limit $by $others ...)
    (if (i32.ne $index $limit) (then
      (loop $entries
        ...
        $others
        (goOn $index $by)
        (br_if $entries (i32.ne $index $limit))))))

  ;; Where the weight of an entry is, so many bytes of indices further on.
  (define (weightAt $behind) (i32.add $w (i32.shl (i32.load offset=$behind $index) (i32.const 3))))
  (define (valuesAt $behind) (f64x2.promote_low_f32x4 (v128.load64_zero offset=$behind $value)))
  (define (addProducts $sums $first $second $values)
    (local.set $sums
      (f64x2.add $sums
        (f64x2.mul (v128.load64_lane 1 (weightAt $second) (v128.load64_zero (weightAt $first))) (valuesAt $values)))))
  (define (moveTwo $first $second $values)
    (local.set $j (weightAt $first))
    (local.set $k (weightAt $second))
    (local.set $two
      (f64x2.add (v128.load64_lane 1 $k (v128.load64_zero $j)) (f64x2.mul $scales (valuesAt $values))))
    (v128.store64_lane 0 $j $two)
    (v128.store64_lane 1 $k $two))
  (define (moveOne $direction)
    (local.set $weight (weightAt 0))
    (f64.store $weight (f64.add (f64.load $weight) (f64.mul $scale $direction))))

  ;; w.x: entry k goes into the sum k mod 4, what is left over into the first. Two sums stand in $ab, two in $cd.
  (define (sums) (local $ab v128) (local $cd v128) (local $a f64))
  (define (sumUp)
    (begin)
    (local.set $ab (v128.const i64x2 0 0))
    (local.set $cd (v128.const i64x2 0 0))
    (upTo $end 16 (goOn $value 16) (addProducts $ab 0 4 0) (addProducts $cd 8 12 8))
    (local.set $a (f64x2.extract_lane 0 $ab))
    (upTo $last 4 (goOn $value 4)
      (local.set $a (f64.add $a (f64.mul (f64.load (weightAt 0)) (f64.promote_f32 (f32.load $value)))))))
  (define (sum)
    (f64.add
      (f64.add $a (f64x2.extract_lane 1 $ab))
      (f64.add (f64x2.extract_lane 0 $cd) (f64x2.extract_lane 1 $cd))))

  ;; w += scale x.
  (define (scaled) (local $weight i32) (local $j i32) (local $k i32) (local $two v128) (local $scale f64) (local $scales v128))
  (define (move)
    (local.set $scales (f64x2.splat $scale))
    (begin)
    (upTo $end 16 (goOn $value 16) (moveTwo 0 4 0) (moveTwo 8 12 8))
    (upTo $last 4 (goOn $value 4) (moveOne (f64.promote_f32 (f32.load $value)))))

  (define (entries) (local $index i32) (local $value i32) (local $end i32) (local $last i32))

  (func (export "dot") (row) (param $w i32)
    (entries) (sums)
    (sumUp)
    (f64.store (global.get $numbers) (sum)))

  (func (export "addScaled") (row) (param $w i32)
    (entries) (scaled)
    (local.set $scale (f64.load (global.get $numbers)))
    (move))

  ;; The same of rows that follow one another, with a number a row from $number on. $offset and $behind: where the offsets of the
  ;; first one and of the one behind the last stand.
  (define (rows)
    (param $indices i32) (param $values i32) (param $offset i32) (param $behind i32) (param $w i32) (param $number i32)
    (local $from i32) (local $to i32))
  (define (eachRow ...)
    (if (i32.ne $offset $behind) (then
      (loop $rows
        (local.set $from (i32.load $offset))
        (local.set $to (i32.load offset=4 $offset))
        ...
        (goOn $offset 4)
        (goOn $number 8)
        (br_if $rows (i32.ne $offset $behind))))))

  ;; number = w.x + what stands at $numbers.
  (func (export "dotRows") (rows)
    (entries) (sums)
    (eachRow
      (sumUp)
      (f64.store $number (f64.add (sum) (f64.load (global.get $numbers))))))

  ;; w += number x, but for numbers that are 0.
  (func (export "addScaledRows") (rows)
    (entries) (scaled)
    (eachRow
      (local.set $scale (f64.load $number))
      (if (f64.ne $scale (f64.const 0)) (then (move)))))

  ;; w += scale times a direction of the row, one float64 an entry from address $direction on.
  (func (export "addAlong")
    (param $indices i32) (param $from i32) (param $to i32) (param $direction i32) (param $w i32)
    (local $index i32) (local $last i32) (local $weight i32) (local $scale f64)
    (local.set $scale (f64.load (global.get $numbers)))
    (beginIndices)
    (endIndices)
    (upTo $last 4 (goOn $direction 8) (moveOne (f64.load $direction)))))
