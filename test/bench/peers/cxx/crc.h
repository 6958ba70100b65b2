// CRC-32 as zlib has it, 64 bytes a step by products of polynomials without carry, and of parts that follow one another.
//
// Source: Gopal et al., Fast CRC computation for generic polynomials using PCLMULQDQ (Intel, 2009); crc32_combine of zlib.
#pragma once
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

constexpr uint32_t POLYNOMIAL = 0xedb88320;

// The remainder, without the inversions before and after.
static uint32_t bytewise(uint32_t crc, const uint8_t* bytes, size_t length) {
  for (size_t n = 0; n < length; n++) {
    crc ^= bytes[n];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ POLYNOMIAL : crc >> 1;
  }
  return crc;
}

__attribute__((target("pclmul"))) static __m128i folded(__m128i sum, __m128i powers, __m128i next) {
  const __m128i low = _mm_clmulepi64_si128(sum, powers, 0x00), high = _mm_clmulepi64_si128(sum, powers, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

__attribute__((target("pclmul"))) static uint32_t crcOf(uint32_t before, const uint8_t* bytes, size_t length) {
  uint32_t crc = ~before;
  if (length >= 64) {
    const __m128i* blocks = reinterpret_cast<const __m128i*>(bytes);
    const __m128i by64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4), by16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    __m128i sums[4];
    for (int n = 0; n < 4; n++) sums[n] = _mm_loadu_si128(blocks++);
    sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(crc));
    size_t left = length - 64;
    for (; left >= 64; left -= 64)
      for (int n = 0; n < 4; n++) sums[n] = folded(sums[n], by64, _mm_loadu_si128(blocks++));
    for (int n = 1; n < 4; n++) sums[n] = folded(sums[n - 1], by16, sums[n]);
    uint8_t rest[16];
    _mm_storeu_si128(reinterpret_cast<__m128i*>(rest), sums[3]);
    crc = bytewise(0, rest, 16);
    bytes += length - left;
    length = left;
  }
  return ~bytewise(crc, bytes, length);
}

static uint32_t product(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (uint32_t bit = 1u << 31; bit != 0; bit >>= 1) {
    if (a & bit) sum ^= b;
    b = b & 1 ? b >> 1 ^ POLYNOMIAL : b >> 1;
  }
  return sum;
}

static uint32_t crcJoined(uint32_t first, uint32_t second, uint64_t bytes) {
  for (uint32_t power = 1u << 23; bytes > 0; bytes >>= 1) {
    if (bytes & 1) first = product(first, power);
    power = product(power, power);
  }
  return first ^ second;
}
