/*
 * Preloaded into a process, makes one call fail that would change or sync a file below FAULT_UNDER: the FAULT_AT-th of the kind
 * FAULT_CALL (write, fsync or rename). FAULT_HOW: short (half of the bytes are written), ENOSPC (this one and all after it) or EIO.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int calls;

static int is_below(const char *path) {
  const char *under = getenv("FAULT_UNDER");
  return under != NULL && (path[0] != '/' || strncmp(path, under, strlen(under)) == 0);
}

static int is_file_below(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return path[0] == '/' && is_below(path);
}

static int is_due(const char *call) {
  const char *wanted = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *how = getenv("FAULT_HOW");
  if (wanted == NULL || at == NULL || how == NULL || strcmp(wanted, call) != 0) return 0;
  int number = atomic_fetch_add(&calls, 1) + 1;
  return number == atoi(at) || (strcmp(how, "ENOSPC") == 0 && number > atoi(at));
}

static int is_short(void) { return strcmp(getenv("FAULT_HOW"), "short") == 0; }

static int fail(void) {
  errno = strcmp(getenv("FAULT_HOW"), "ENOSPC") == 0 ? ENOSPC : EIO;
  return -1;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRITING(name, parameters, all, half)                          \
  ssize_t name parameters {                                          \
    REAL(name);                                                      \
    if (!is_file_below(fd) || !is_due("write")) return real all;     \
    return is_short() && n > 1 ? real half : fail();                 \
  }
WRITING(write, (int fd, const void *bytes, size_t n), (fd, bytes, n), (fd, bytes, n / 2))
WRITING(pwrite, (int fd, const void *bytes, size_t n, off_t at), (fd, bytes, n, at), (fd, bytes, n / 2, at))
WRITING(pwrite64, (int fd, const void *bytes, size_t n, off64_t at), (fd, bytes, n, at), (fd, bytes, n / 2, at))
WRITING(pwritev64, (int fd, const struct iovec *pieces, int n, off64_t at), (fd, pieces, n, at), (fd, pieces, n / 2, at))
WRITING(writev, (int fd, const struct iovec *pieces, int n), (fd, pieces, n), (fd, pieces, n / 2))

int fsync(int fd) {
  REAL(fsync);
  return is_file_below(fd) && is_due("fsync") ? fail() : real(fd);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return is_file_below(fd) && is_due("fsync") ? fail() : real(fd);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return is_below(to) && is_due("rename") ? fail() : real(from, to);
}
