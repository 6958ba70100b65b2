;; The words of a text of ASCII characters, and rows of how often each is in a document: scan.ts, names.ts and row-counts.ts say the same in
;; TypeScript.
;;
;; Memory (row-counts.ts). Of a text: from 0 on masks that keep the first k of 16 bytes, k = 0 to 16; at $masks two masks for every 64
;; bytes of the text, of its letters and digits and of its apostrophes; at $words what was cut; at $unknown what of it is not known; at $text
;; the text. Of all texts: at $slots the words that are known. Of a row: at $listed columns that are to be counted; at $bits one bit a column that was counted, at $bits64 and $bits4096
;; one for every 64 and 4,096 columns of which one was. Of all rows: at $cells two numbers a column, how often it was counted in the row under
;; way, and in how many rows; at $indices, $values and $norms rows that are finished.
;;
;; A slot: 16 bytes for a word in lower case, zeros behind it; 4 for its column, 0 where the slot is free; 12 that are free.
(module
  (import "text" "memory" (memory 1 65535 shared))
  (import "text" "masks" (global $masks i32))
  (import "text" "words" (global $words i32))
  (import "text" "unknown" (global $unknown i32))
  (import "text" "text" (global $text i32))
  (import "text" "slots" (global $slots i32))
  (import "text" "listed" (global $listed i32))
  (import "text" "bits" (global $bits i32))
  (import "text" "bits64" (global $bits64 i32))
  (import "text" "bits4096" (global $bits4096 i32))
  (import "text" "cells" (global $cells i32))
  (import "text" "indices" (global $indices i32))
  (import "text" "values" (global $values i32))
  (import "text" "norms" (global $norms i32))
  (import "text" "room" (global $room i32))
  (import "text" "shift" (global $first i64))

  ;; Templates, which the build fills in (.config/wat.js). One byte 16 times; bits of four times 16 bytes; where a bit a column and its
  ;; summaries stand; the place of the lowest bit in word n of 64.
  (define (bytes $byte) (i8x16.splat (i32.const $byte)))
  (define (isAmong $first $count) (i8x16.lt_u (i8x16.sub $bytes (bytes $first)) (bytes $count)))
  (define (makeSmall $part $by) (v128.store offset=$by $at (local.tee $part (call $lower (v128.load offset=$by $at)))))
  (define (bitsOf $function)
    (i64.or
      (i64.or (call $function $a) (i64.shl (call $function $b) (i64.const 16)))
      (i64.or (i64.shl (call $function $c) (i64.const 32)) (i64.shl (call $function $d) (i64.const 48)))))
  (define (wordOf $words $n) (i32.add (global.get $words) (i32.shl $n (i32.const 3))))
  (define (setBit $words $shift $bit)
    (local.set $word (i32.add (global.get $words) (i32.and (i32.shr_u $column (i32.const $shift)) (i32.const -8))))
    (i64.store $word (i64.or (i64.load $word) (i64.shl (i64.const 1) (i64.extend_i32_u $bit)))))
  (define (withoutLowest $word) (i64.and $word (i64.sub $word (i64.const 1))))
  (define (lowestIn $n $word) (i32.or (i32.shl $n (i32.const 6)) (i32.wrap_i64 (i64.ctz $word))))

  ;; 64 - log2 of the number of slots.
  (global $shift (mut i64) (global.get $first))
  ;; Of the largest column there has been, the word at $bits4096.
  (global $top (mut i32) (i32.const 0))

  ;; 16 bytes with capitals made small.
  (func $lower (param $bytes v128) (result v128)
    (v128.or $bytes (v128.and (bytes 0x20) (isAmong 0x41 26))))

  ;; A bit for each of 16 bytes in lower case: whether it is a letter or a digit.
  (func $letters (param $bytes v128) (result i64)
    (i64.extend_i32_u (i8x16.bitmask (v128.or (isAmong 0x61 26) (isAmong 0x30 10)))))

  (func $apostrophes (param $bytes v128) (result i64)
    (i64.extend_i32_u (i8x16.bitmask (i8x16.eq $bytes (bytes 0x27)))))

  ;; Makes the text small, and the masks of its `length` bytes and of one more behind them.
  (func $mark (param $length i32)
    (local $at i32) (local $end i32) (local $masks i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $at (global.get $text))
    (local.set $end (i32.add $at $length))
    (local.set $masks (global.get $masks))
    (v128.store $end (v128.const i64x2 0 0))
    (v128.store offset=16 $end (v128.const i64x2 0 0))
    (v128.store offset=32 $end (v128.const i64x2 0 0))
    (v128.store offset=48 $end (v128.const i64x2 0 0))
    (loop $blocks
      (makeSmall $a 0) (makeSmall $b 16) (makeSmall $c 32) (makeSmall $d 48)
      (i64.store $masks (bitsOf $letters))
      (i64.store offset=8 $masks (bitsOf $apostrophes))
      (local.set $masks (i32.add $masks (i32.const 16)))
      (local.set $at (i32.add $at (i32.const 64)))
      (br_if $blocks (i32.le_u $at $end)))
    (i64.store $masks (i64.const 0)))

  ;; Where a word stands if no other has its place.
  (func $home (param $word v128) (result i32)
    (i32.add (global.get $slots)
      (i32.shl
        (i32.wrap_i64 (i64.shr_u
          (i64.mul (i64.const 0x9e3779b97f4a7c15)
            (i64.add
              (i64x2.extract_lane 0 $word)
              (i64.mul (i64x2.extract_lane 1 $word) (i64.const 0xc2b2ae3d27d4eb4f))))
          (global.get $shift)))
        (i32.const 5))))

  ;; The slot of a word, or the free one where it would stand, from this one on.
  (func $from (param $slot i32) (param $word v128) (result i32)
    (loop $further
      (if (i32.eqz (i32.load offset=16 $slot)) (then (return $slot)))
      (if (i64x2.all_true (i64x2.eq (v128.load $slot) $word)) (then (return $slot)))
      (local.set $slot (i32.add $slot (i32.const 32)))
      (br_if $further (i32.lt_u $slot (call $end)))
      (local.set $slot (global.get $slots))
      (br $further))
    (unreachable))

  (func $slot (param $word v128) (result i32)
    (call $from (call $home $word) $word))

  ;; Where the slots end.
  (func $end (result i32)
    (i32.add (global.get $slots) (i32.wrap_i64 (i64.shl (i64.const 32) (i64.sub (i64.const 64) (global.get $shift))))))

  ;; 16 bytes from here, those behind the first $size zeros.
  (func $word (param $start i32) (param $size i32) (result v128)
    (v128.and (v128.load $start) (v128.load (i32.shl $size (i32.const 4)))))

  ;; Writes at $words where each word of at least two characters begins, and how long it is, and leaves room for
  ;; its slot; where that ends.
  (func $cut (param $length i32) (result i32)
    (local $base i32) (local $end i32) (local $masks i32) (local $found i32) (local $at i32) (local $start i32)
    (local $letters i64) (local $inside i64) (local $edges i64) (local $before i64)
    (local.set $base (global.get $text))
    (local.set $end (i32.add $base $length))
    (local.set $masks (global.get $masks))
    (local.set $found (global.get $words))
    (loop $blocks
      (local.set $letters (i64.load $masks))
      ;; An apostrophe between two letters is inside of a word.
      (local.set $inside
        (i64.or $letters
          (i64.and (i64.load offset=8 $masks)
            (i64.and
              (i64.or (i64.shl $letters (i64.const 1)) (i64.and $before (i64.const 1)))
              (i64.or (i64.shr_u $letters (i64.const 1)) (i64.shl (i64.load offset=16 $masks) (i64.const 63)))))))
      ;; Where a word begins or ends: a byte that is inside, unlike the one before it.
      (local.set $edges (i64.xor $inside (i64.or (i64.shl $inside (i64.const 1)) (i64.shr_u $before (i64.const 1)))))
      (if (i64.ne $edges (i64.const 0)) (then
        (loop $words
          (local.set $at (i32.add $base (i32.wrap_i64 (i64.ctz $edges))))
          (local.set $edges (withoutLowest $edges))
          (if $start
            (then
              (i32.store $found $start)
              (i32.store offset=4 $found (i32.sub $at $start))
              (if (i32.ge_u (i32.sub $at $start) (i32.const 2))
                (then (local.set $found (i32.add $found (i32.const 12)))))
              (local.set $start (i32.const 0)))
            (else (local.set $start $at)))
          (br_if $words (i64.ne $edges (i64.const 0))))))
      ;; Of the last byte: whether it is a letter, whether it is inside.
      (local.set $before
        (i64.or (i64.shr_u $letters (i64.const 63)) (i64.shl (i64.shr_u $inside (i64.const 63)) (i64.const 1))))
      (local.set $masks (i32.add $masks (i32.const 16)))
      (local.set $base (i32.add $base (i32.const 64)))
      (br_if $blocks (i32.le_u $base $end)))
    (local.get $found))

  ;; Counts the words of the text that are known; of the others writes where they begin in the text and how long they are. How many those
  ;; are.
  ;;
  ;; The memory is asked for all slots before one is looked at: it need not be waited for word by word.
  (func (export "find") (param $length i32) (result i32)
    (local $word i32) (local $end i32) (local $column i32) (local $size i32) (local $slot i32) (local $asked i32)
    (local $unknown i32) (local $bytes v128)
    (call $mark $length)
    (local.set $end (call $cut $length))
    (local.set $word (global.get $words))
    (local.set $unknown (global.get $unknown))
    (if (i32.eq $word $end) (then (return (i32.const 0))))
    (loop $each
      (local.set $size (i32.load offset=4 $word))
      (local.set $slot
        (call $home
          (v128.and
            (v128.load (i32.load $word))
            (v128.load (i32.shl (select $size (i32.const 16) (i32.lt_u $size (i32.const 16))) (i32.const 4))))))
      (i32.store offset=8 $word $slot)
      (local.set $asked (i32.add $asked (i32.load offset=16 $slot)))
      (local.set $word (i32.add $word (i32.const 12)))
      (br_if $each (i32.lt_u $word $end)))
    ;; An answer that nobody uses would not be asked for.
    (i32.store $unknown $asked)
    (local.set $word (global.get $words))
    (loop $each
      (local.set $size (i32.load offset=4 $word))
      (local.set $column (i32.const 0))
      (if (i32.le_u $size (i32.const 16)) (then
        (local.set $bytes (v128.and (v128.load (i32.load $word)) (v128.load (i32.shl $size (i32.const 4)))))
        (local.set $slot (i32.load offset=8 $word))
        (local.set $column
          (i32.load offset=16
            (if (result i32) (i64x2.all_true (i64x2.eq (v128.load $slot) $bytes))
              (then $slot)
              (else (call $from $slot $bytes)))))))
      (if $column
        (then (call $count $column))
        (else
          (i32.store $unknown (i32.sub (i32.load $word) (global.get $text)))
          (i32.store offset=4 $unknown $size)
          (local.set $unknown (i32.add $unknown (i32.const 8)))))
      (local.set $word (i32.add $word (i32.const 12)))
      (br_if $each (i32.lt_u $word $end)))
    (i32.shr_u (i32.sub $unknown (global.get $unknown)) (i32.const 3)))

  ;; The column of the word of at most 16 characters that begins at byte $start of the text, 0 for one that is not known.
  (func (export "columnOf") (param $start i32) (param $size i32) (result i32)
    (i32.load offset=16 (call $slot (call $word (i32.add (global.get $text) $start) $size))))

  ;; Gives a column to such a word, which is not known.
  (func (export "keep") (param $start i32) (param $size i32) (param $column i32)
    (local $word v128) (local $slot i32)
    (local.set $word (call $word (i32.add (global.get $text) $start) $size))
    (local.set $slot (call $slot $word))
    (v128.store $slot $word)
    (i32.store offset=16 $slot $column))

  ;; Twice as many slots: there is room for three times as many, and behind the new ones the old ones stand meanwhile.
  (func (export "grow")
    (local $from i32) (local $end i32) (local $slot i32) (local $size i32)
    (local.set $size (i32.sub (call $end) (global.get $slots)))
    (local.set $from (i32.add (call $end) $size))
    (memory.copy $from (global.get $slots) $size)
    (memory.fill (global.get $slots) (i32.const 0) (i32.shl $size (i32.const 1)))
    (global.set $shift (i64.sub (global.get $shift) (i64.const 1)))
    (local.set $end (i32.add $from $size))
    (loop $each
      (if (i32.load offset=16 $from) (then
        (local.set $slot (call $slot (v128.load $from)))
        (v128.store $slot (v128.load $from))
        (i32.store offset=16 $slot (i32.load offset=16 $from))))
      (local.set $from (i32.add $from (i32.const 32)))
      (br_if $each (i32.lt_u $from $end))))

  ;; Counts a column; 1 is that of words that are left out. It calls nothing, for it is called word by word.
  (func $count (param $column i32)
    (local $cell i32) (local $word i32)
    (if (i32.eq $column (i32.const 1)) (then (return)))
    (local.set $cell (i32.add (global.get $cells) (i32.shl $column (i32.const 3))))
    (i32.store $cell (i32.add (i32.load $cell) (i32.const 1)))
    (setBit $bits 3 $column)
    (setBit $bits64 9 (i32.shr_u $column (i32.const 6)))
    (setBit $bits4096 15 (i32.shr_u $column (i32.const 12)))
    (if (i32.gt_u (i32.shr_u $column (i32.const 18)) (global.get $top))
      (then (global.set $top (i32.shr_u $column (i32.const 18))))))

  ;; Counts the columns that are listed.
  (func (export "count") (param $length i32)
    (local $at i32) (local $end i32)
    (local.set $at (global.get $listed))
    (local.set $end (i32.add $at (i32.shl $length (i32.const 2))))
    (loop $each
      (if (i32.eq $at $end) (then (return)))
      (call $count (i32.load $at))
      (local.set $at (i32.add $at (i32.const 4)))
      (br $each)))

  ;; The columns that were counted since the last row and how often, ascending, behind the first $at entries; as row $row the sum of the
  ;; squared numbers. Where they end; less than 0, all bits turned round, where there is no room for more, and the rest is for the next call.
  (func (export "row") (param $at i32) (param $row i32) (result i32)
    (local $a i32) (local $b i32) (local $c i32) (local $column i32) (local $cell i32)
    (local $as i64) (local $bs i64) (local $cs i64) (local $count f64) (local $norm f64)
    (loop $each4096
      (local.set $as (i64.load (wordOf $bits4096 $a)))
      (if (i64.ne $as (i64.const 0)) (then
        (loop $each64
          (local.set $b (lowestIn $a $as))
          (local.set $bs (i64.load (wordOf $bits64 $b)))
          (loop $words
            (local.set $c (lowestIn $b $bs))
            (if (i32.gt_u $at (i32.sub (global.get $room) (i32.const 64))) (then
              (i64.store (wordOf $bits64 $b) $bs)
              (i64.store (wordOf $bits4096 $a) $as)
              (return (i32.xor $at (i32.const -1)))))
            (local.set $cs (i64.load (wordOf $bits $c)))
            (i64.store (wordOf $bits $c) (i64.const 0))
            (loop $columns
              (local.set $column (lowestIn $c $cs))
              (local.set $cell (i32.add (global.get $cells) (i32.shl $column (i32.const 3))))
              (local.set $count (f64.convert_i32_u (i32.load $cell)))
              (i32.store (i32.add (global.get $indices) (i32.shl $at (i32.const 2))) $column)
              (f32.store (i32.add (global.get $values) (i32.shl $at (i32.const 2))) (f32.demote_f64 $count))
              (local.set $norm (f64.add $norm (f64.mul $count $count)))
              (local.set $at (i32.add $at (i32.const 1)))
              (i32.store $cell (i32.const 0))
              (i32.store offset=4 $cell (i32.add (i32.load offset=4 $cell) (i32.const 1)))
              (br_if $columns (i64.ne (local.tee $cs (withoutLowest $cs)) (i64.const 0))))
            (br_if $words (i64.ne (local.tee $bs (withoutLowest $bs)) (i64.const 0))))
          (i64.store (wordOf $bits64 $b) (i64.const 0))
          (br_if $each64 (i64.ne (local.tee $as (withoutLowest $as)) (i64.const 0))))
        (i64.store (wordOf $bits4096 $a) (i64.const 0))))
      (br_if $each4096 (i32.le_u (local.tee $a (i32.add $a (i32.const 1))) (global.get $top))))
    (f64.store (i32.add (global.get $norms) (i32.shl $row (i32.const 3))) $norm)
    (local.get $at)))
