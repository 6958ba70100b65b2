;; The words of a text of ASCII characters, and a number for each that is known: scan.ts and names.ts say the same in TypeScript.
;;
;; Memory: from 0 on masks that keep the first k of 16 bytes, k = 0 to 16; from 512 on two masks for every 64 bytes of the text, of its
;; letters and digits and of its apostrophes; at $words, $text and $slots (short-words.ts) what was found, the text, what is known.
;;
;; A slot: 16 bytes for a word in lower case, zeros behind it; 4 for its number, 0 where the slot is free; 12 that are free.
(module
  (import "text" "memory" (memory 1))
  (import "text" "words" (global $words i32))
  (import "text" "text" (global $text i32))
  (import "text" "slots" (global $slots i32))
  (global $masks i32 (i32.const 512))
  ;; 64 - log2 of the number of slots.
  (global $shift (export "shift") (mut i64) (i64.const 64))

  (data (i32.const 0)
    "\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00" "\ff\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00"
    "\ff\ff\00\00\00\00\00\00\00\00\00\00\00\00\00\00" "\ff\ff\ff\00\00\00\00\00\00\00\00\00\00\00\00\00"
    "\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00\00\00\00" "\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00\00\00"
    "\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00\00" "\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00"
    "\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00" "\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00"
    "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00" "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00"
    "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00" "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00"
    "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00" "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00"
    "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")

  ;; 16 bytes with capitals made small.
  (func $lower (param $bytes v128) (result v128)
    (v128.or (local.get $bytes)
      (v128.and (i8x16.splat (i32.const 0x20))
        (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0x41))) (i8x16.splat (i32.const 26))))))

  ;; A bit for each of 16 bytes in lower case: whether it is a letter or a digit.
  (func $letters (param $bytes v128) (result i64)
    (i64.extend_i32_u (i8x16.bitmask (v128.or
      (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0x61))) (i8x16.splat (i32.const 26)))
      (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0x30))) (i8x16.splat (i32.const 10)))))))

  (func $apostrophes (param $bytes v128) (result i64)
    (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x27))))))

  ;; Makes the text small, and the masks of its `length` bytes and of one more behind them.
  (func $mark (param $length i32)
    (local $at i32) (local $end i32) (local $masks i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $at (global.get $text))
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (local.set $masks (global.get $masks))
    (v128.store (local.get $end) (v128.const i64x2 0 0))
    (v128.store offset=16 (local.get $end) (v128.const i64x2 0 0))
    (v128.store offset=32 (local.get $end) (v128.const i64x2 0 0))
    (v128.store offset=48 (local.get $end) (v128.const i64x2 0 0))
    (loop $blocks
      (v128.store (local.get $at) (local.tee $a (call $lower (v128.load (local.get $at)))))
      (v128.store offset=16 (local.get $at) (local.tee $b (call $lower (v128.load offset=16 (local.get $at)))))
      (v128.store offset=32 (local.get $at) (local.tee $c (call $lower (v128.load offset=32 (local.get $at)))))
      (v128.store offset=48 (local.get $at) (local.tee $d (call $lower (v128.load offset=48 (local.get $at)))))
      (i64.store (local.get $masks)
        (i64.or
          (i64.or (call $letters (local.get $a)) (i64.shl (call $letters (local.get $b)) (i64.const 16)))
          (i64.or
            (i64.shl (call $letters (local.get $c)) (i64.const 32))
            (i64.shl (call $letters (local.get $d)) (i64.const 48)))))
      (i64.store offset=8 (local.get $masks)
        (i64.or
          (i64.or (call $apostrophes (local.get $a)) (i64.shl (call $apostrophes (local.get $b)) (i64.const 16)))
          (i64.or
            (i64.shl (call $apostrophes (local.get $c)) (i64.const 32))
            (i64.shl (call $apostrophes (local.get $d)) (i64.const 48)))))
      (local.set $masks (i32.add (local.get $masks) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $blocks (i32.le_u (local.get $at) (local.get $end))))
    (i64.store (local.get $masks) (i64.const 0)))

  ;; The slot of a word, or the free one where it would stand.
  (func $slot (param $word v128) (result i32)
    (local $slot i32)
    (local.set $slot
      (i32.wrap_i64 (i64.shr_u
        (i64.mul (i64.const 0x9e3779b97f4a7c15)
          (i64.add
            (i64x2.extract_lane 0 (local.get $word))
            (i64.mul (i64x2.extract_lane 1 (local.get $word)) (i64.const 0xc2b2ae3d27d4eb4f))))
        (global.get $shift))))
    (local.set $slot (i32.add (global.get $slots) (i32.shl (local.get $slot) (i32.const 5))))
    (loop $further
      (if (i32.eqz (i32.load offset=16 (local.get $slot))) (then (return (local.get $slot))))
      (if (i64x2.all_true (i64x2.eq (v128.load (local.get $slot)) (local.get $word))) (then (return (local.get $slot))))
      (local.set $slot
        (i32.add (global.get $slots)
          (i32.and
            (i32.sub (i32.add (local.get $slot) (i32.const 32)) (global.get $slots))
            (i32.sub (i32.wrap_i64 (i64.shl (i64.const 32) (i64.sub (i64.const 64) (global.get $shift)))) (i32.const 1)))))
      (br $further))
    (unreachable))

  ;; 16 bytes from here, those behind the first $size zeros.
  (func $word (param $start i32) (param $size i32) (result v128)
    (v128.and (v128.load (local.get $start)) (v128.load (i32.shl (local.get $size) (i32.const 4)))))

  ;; Writes of each word of at least two characters where it begins, where it ends, and its number, 0 where none is known; how many
  ;; there are. Bytes are counted from $text on.
  (func (export "find") (param $length i32) (result i32)
    (local $base i32) (local $end i32) (local $masks i32) (local $found i32) (local $at i32) (local $start i32) (local $size i32)
    (local $letters i64) (local $inside i64) (local $edges i64) (local $before i64)
    (call $mark (local.get $length))
    (local.set $base (global.get $text))
    (local.set $end (i32.add (local.get $base) (local.get $length)))
    (local.set $masks (global.get $masks))
    (local.set $found (global.get $words))
    (loop $blocks
      (local.set $letters (i64.load (local.get $masks)))
      ;; An apostrophe between two letters is inside of a word.
      (local.set $inside
        (i64.or (local.get $letters)
          (i64.and (i64.load offset=8 (local.get $masks))
            (i64.and
              (i64.or (i64.shl (local.get $letters) (i64.const 1)) (i64.and (local.get $before) (i64.const 1)))
              (i64.or
                (i64.shr_u (local.get $letters) (i64.const 1))
                (i64.shl (i64.load offset=16 (local.get $masks)) (i64.const 63)))))))
      ;; Where a word begins or ends: a byte that is inside, unlike the one before it.
      (local.set $edges
        (i64.xor (local.get $inside)
          (i64.or (i64.shl (local.get $inside) (i64.const 1)) (i64.shr_u (local.get $before) (i64.const 1)))))
      (if (i64.ne (local.get $edges) (i64.const 0)) (then
        (loop $words
          (local.set $at (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $edges)))))
          (local.set $edges (i64.and (local.get $edges) (i64.sub (local.get $edges) (i64.const 1))))
          (if (local.get $start)
            (then
              (local.set $size (i32.sub (local.get $at) (local.get $start)))
              (i32.store (local.get $found) (i32.sub (local.get $start) (global.get $text)))
              (i32.store offset=4 (local.get $found) (i32.sub (local.get $at) (global.get $text)))
              (i32.store offset=8 (local.get $found)
                (if (result i32) (i32.le_u (local.get $size) (i32.const 16))
                  (then (i32.load offset=16 (call $slot (call $word (local.get $start) (local.get $size)))))
                  (else (i32.const 0))))
              (if (i32.ge_u (local.get $size) (i32.const 2))
                (then (local.set $found (i32.add (local.get $found) (i32.const 12)))))
              (local.set $start (i32.const 0)))
            (else (local.set $start (local.get $at))))
          (br_if $words (i64.ne (local.get $edges) (i64.const 0))))))
      ;; Of the last byte: whether it is a letter, whether it is inside.
      (local.set $before
        (i64.or
          (i64.shr_u (local.get $letters) (i64.const 63))
          (i64.shl (i64.shr_u (local.get $inside) (i64.const 63)) (i64.const 1))))
      (local.set $masks (i32.add (local.get $masks) (i32.const 16)))
      (local.set $base (i32.add (local.get $base) (i32.const 64)))
      (br_if $blocks (i32.le_u (local.get $base) (local.get $end))))
    (i32.div_u (i32.sub (local.get $found) (global.get $words)) (i32.const 12)))

  ;; Gives a number to the word of at most 16 characters that begins at byte $start; whether it had none.
  (func (export "keep") (param $start i32) (param $size i32) (param $number i32) (result i32)
    (local $word v128) (local $slot i32) (local $isNew i32)
    (local.set $word (call $word (i32.add (global.get $text) (local.get $start)) (local.get $size)))
    (local.set $slot (call $slot (local.get $word)))
    (local.set $isNew (i32.eqz (i32.load offset=16 (local.get $slot))))
    (v128.store (local.get $slot) (local.get $word))
    (i32.store offset=16 (local.get $slot) (local.get $number))
    (local.get $isNew)))
