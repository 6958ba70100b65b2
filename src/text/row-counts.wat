;; How often each column is listed, row by row: row-counts.ts says the same in TypeScript.
;;
;; Memory (text-memory.ts): at $listed how many columns stand at $columns; at $cells two numbers a column, how often it was listed in the
;; row under way, and in how many rows; at $bits one bit a column that was listed in this row, at $bits64 and $bits4096 one for every 64
;; and 4,096 columns of which one was; at $indices, $values and $norms rows that are finished.
(module
  (import "text" "memory" (memory 1 65535 shared))
  (import "text" "columns" (global $columns i32))
  (import "text" "listed" (global $listed i32))
  (import "text" "bits" (global $bits i32))
  (import "text" "bits64" (global $bits64 i32))
  (import "text" "bits4096" (global $bits4096 i32))
  (import "text" "indices" (global $indices i32))
  (import "text" "values" (global $values i32))
  (import "text" "norms" (global $norms i32))
  (import "text" "room" (global $room i32))
  (import "text" "cells" (global $cells i32))
  ;; Of the largest column there has been, the word at $bits4096.
  (global $top (mut i32) (i32.const 0))

  ;; Bit $bit of the bits at $at; the same bit of which word is which bit of the next level.
  (func $set (param $at i32) (param $bit i32)
    (local $word i32)
    (local.set $word (i32.add (local.get $at) (i32.shl (i32.shr_u (local.get $bit) (i32.const 6)) (i32.const 3))))
    (i64.store (local.get $word)
      (i64.or (i64.load (local.get $word)) (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $bit))))))

  ;; Counts the columns that are listed; none are left. Column 1 is that of words that are left out.
  (func $count (export "count")
    (local $at i32) (local $end i32) (local $column i32) (local $cell i32)
    (local.set $at (global.get $columns))
    (local.set $end (i32.add (local.get $at) (i32.shl (i32.load (global.get $listed)) (i32.const 2))))
    (i32.store (global.get $listed) (i32.const 0))
    (if (i32.lt_u (local.get $at) (local.get $end)) (then
      (loop $each
        (local.set $column (i32.load (local.get $at)))
        (if (i32.ne (local.get $column) (i32.const 1)) (then
          (local.set $cell (i32.add (global.get $cells) (i32.shl (local.get $column) (i32.const 3))))
          (i32.store (local.get $cell) (i32.add (i32.load (local.get $cell)) (i32.const 1)))
          (call $set (global.get $bits) (local.get $column))
          (call $set (global.get $bits64) (i32.shr_u (local.get $column) (i32.const 6)))
          (call $set (global.get $bits4096) (i32.shr_u (local.get $column) (i32.const 12)))
          (if (i32.gt_u (i32.shr_u (local.get $column) (i32.const 18)) (global.get $top))
            (then (global.set $top (i32.shr_u (local.get $column) (i32.const 18)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $each (i32.lt_u (local.get $at) (local.get $end)))))))

  ;; The columns that were listed since the last row and how often, ascending, behind the first $at entries; as row $row the sum of the
  ;; squared numbers. Where they end; less than 0, all bits turned round, where there is no room for more, and the rest is for the next call.
  (func (export "row") (param $at i32) (param $row i32) (result i32)
    (local $a i32) (local $b i32) (local $c i32) (local $column i32) (local $cell i32)
    (local $as i64) (local $bs i64) (local $cs i64) (local $count f64) (local $norm f64)
    (call $count)
    (loop $each4096
      (local.set $as (i64.load (i32.add (global.get $bits4096) (i32.shl (local.get $a) (i32.const 3)))))
      (if (i64.ne (local.get $as) (i64.const 0)) (then
        (loop $each64
          (local.set $b (i32.or (i32.shl (local.get $a) (i32.const 6)) (i32.wrap_i64 (i64.ctz (local.get $as)))))
          (local.set $bs (i64.load (i32.add (global.get $bits64) (i32.shl (local.get $b) (i32.const 3)))))
          (loop $words
            (local.set $c (i32.or (i32.shl (local.get $b) (i32.const 6)) (i32.wrap_i64 (i64.ctz (local.get $bs)))))
            (if (i32.gt_u (local.get $at) (i32.sub (global.get $room) (i32.const 64))) (then
              (i64.store (i32.add (global.get $bits64) (i32.shl (local.get $b) (i32.const 3))) (local.get $bs))
              (i64.store (i32.add (global.get $bits4096) (i32.shl (local.get $a) (i32.const 3))) (local.get $as))
              (return (i32.xor (local.get $at) (i32.const -1)))))
            (local.set $cs (i64.load (i32.add (global.get $bits) (i32.shl (local.get $c) (i32.const 3)))))
            (i64.store (i32.add (global.get $bits) (i32.shl (local.get $c) (i32.const 3))) (i64.const 0))
            (loop $columns
              (local.set $column (i32.or (i32.shl (local.get $c) (i32.const 6)) (i32.wrap_i64 (i64.ctz (local.get $cs)))))
              (local.set $cell (i32.add (global.get $cells) (i32.shl (local.get $column) (i32.const 3))))
              (local.set $count (f64.convert_i32_u (i32.load (local.get $cell))))
              (i32.store (i32.add (global.get $indices) (i32.shl (local.get $at) (i32.const 2))) (local.get $column))
              (f32.store (i32.add (global.get $values) (i32.shl (local.get $at) (i32.const 2))) (f32.demote_f64 (local.get $count)))
              (local.set $norm (f64.add (local.get $norm) (f64.mul (local.get $count) (local.get $count))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (i32.store (local.get $cell) (i32.const 0))
              (i32.store offset=4 (local.get $cell) (i32.add (i32.load offset=4 (local.get $cell)) (i32.const 1)))
              (br_if $columns (i64.ne (local.tee $cs (i64.and (local.get $cs) (i64.sub (local.get $cs) (i64.const 1)))) (i64.const 0))))
            (br_if $words (i64.ne (local.tee $bs (i64.and (local.get $bs) (i64.sub (local.get $bs) (i64.const 1)))) (i64.const 0))))
          (i64.store (i32.add (global.get $bits64) (i32.shl (local.get $b) (i32.const 3))) (i64.const 0))
          (br_if $each64 (i64.ne (local.tee $as (i64.and (local.get $as) (i64.sub (local.get $as) (i64.const 1)))) (i64.const 0))))
        (i64.store (i32.add (global.get $bits4096) (i32.shl (local.get $a) (i32.const 3))) (i64.const 0))))
      (br_if $each4096 (i32.le_u (local.tee $a (i32.add (local.get $a) (i32.const 1))) (global.get $top))))
    (f64.store (i32.add (global.get $norms) (i32.shl (local.get $row) (i32.const 3))) (local.get $norm))
    (local.get $at)))
