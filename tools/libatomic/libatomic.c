/*
 * The one function of GCC's libatomic that Node calls, for machines without that library, such as a minimal Debian 13.
 * tools/release.ts packs it, and the command ./broadsheet uses it only if Node does not start otherwise. Build, for x64 and
 * with aarch64-linux-gnu-gcc -mno-outline-atomics for arm64:
 *   gcc -O2 -shared -fPIC -nostdlib -Wl,-soname,libatomic.so.1 -Wl,--version-script=libatomic.map
 *     -Wl,-z,noseparate-code -Wl,--build-id=none -s -o linux-x64.so libatomic.c
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Objects of any other size, which no inline instruction of the program changes, are guarded by locks.
#define LOCKS 64
static bool locks[LOCKS];

static void copy(unsigned char *to, const unsigned char *from, size_t size) {
  for (size_t i = 0; i < size; i++) ((volatile unsigned char *)to)[i] = from[i];
}

#define LOCK_FREE(type)                                                                                         \
  if (size == sizeof(type) && (uintptr_t)object % sizeof(type) == 0)                                            \
    return __atomic_compare_exchange_n((type *)object, (type *)expected, *(type *)desired, false, __ATOMIC_SEQ_CST, \
                                       __ATOMIC_SEQ_CST);

bool compare_exchange(size_t size, void *object, void *expected, void *desired, int success, int failure)
    __asm__("__atomic_compare_exchange");

bool compare_exchange(size_t size, void *object, void *expected, void *desired, int success, int failure) {
  (void)success;
  (void)failure;
  LOCK_FREE(uint8_t)
  LOCK_FREE(uint16_t)
  LOCK_FREE(uint32_t)
  LOCK_FREE(uint64_t)
  bool *lock = &locks[((uintptr_t)object >> 4) % LOCKS];
  while (__atomic_test_and_set(lock, __ATOMIC_ACQUIRE)) {
  }
  bool is_equal = true;
  for (size_t i = 0; i < size; i++)
    if (((unsigned char *)object)[i] != ((unsigned char *)expected)[i]) is_equal = false;
  if (is_equal) copy(object, desired, size);
  else copy(expected, object, size);
  __atomic_clear(lock, __ATOMIC_RELEASE);
  return is_equal;
}
