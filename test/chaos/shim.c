/*
 * Stands between Node and the C library (LD_PRELOAD): another time of day, and a data folder whose disk is full, read-only, slow or
 * broken. What holds at the moment is read from a file that the test maps too, so that it changes while the process runs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The same order as in shim.ts. */
struct control {
  int64_t clock_offset_ms;
  int32_t failing_errno; /* 0: the disk works */
  int32_t fails_every;   /* each so-manieth change of the disk fails */
  int32_t slow_us;       /* each change waits so long */
  int32_t spare;
};

static const struct control NOTHING;
static const volatile struct control *control = &NOTHING;
static char folder[4096];
static size_t folder_length;
static uint32_t changes;

#define REAL(result, name, ...)                                   \
  static result (*real)(__VA_ARGS__);                             \
  if (real == NULL) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

/* Browsers and all that is not Node keep the time of the machine. */
static int is_node(void) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  return name != NULL && strncmp(name, "/node", 5) == 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("CHAOS_CONTROL");
  const char *of = getenv("CHAOS_FOLDER");
  if (file == NULL || of == NULL || !is_node()) return;
  snprintf(folder, sizeof folder, "%s", of);
  folder_length = strlen(folder);
  int descriptor = open(file, O_RDONLY);
  if (descriptor < 0) return;
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_ours(const char *path) {
  return folder_length > 0 && path != NULL && strncmp(path, folder, folder_length) == 0;
}

static int is_open_in_ours(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

static int is_quiet(void) { return control->failing_errno == 0 && control->slow_us == 0; }

/* What becomes of a change of the disk: 0, or -1 with errno. */
static int fate(void) {
  if (control->slow_us > 0) usleep((useconds_t)control->slow_us);
  if (control->failing_errno == 0) return 0;
  uint32_t every = control->fails_every > 0 ? (uint32_t)control->fails_every : 1;
  if (__atomic_add_fetch(&changes, 1, __ATOMIC_RELAXED) % every != 0) return 0;
  errno = control->failing_errno;
  return -1;
}

static int fate_of(int descriptor) { return is_quiet() || !is_open_in_ours(descriptor) ? 0 : fate(); }
static int fate_at(const char *path) { return is_quiet() || !is_ours(path) ? 0 : fate(); }

int clock_gettime(clockid_t id, struct timespec *now) {
  REAL(int, "clock_gettime", clockid_t, struct timespec *);
  int result = real(id, now);
  int64_t offset = control->clock_offset_ms;
  if (result == 0 && offset != 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
    int64_t ns = now->tv_nsec + (offset % 1000) * 1000000;
    now->tv_sec += offset / 1000;
    if (ns < 0) { ns += 1000000000; now->tv_sec -= 1; }
    if (ns >= 1000000000) { ns -= 1000000000; now->tv_sec += 1; }
    now->tv_nsec = ns;
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  (void)zone;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return result;
}

time_t time(time_t *into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into != NULL) *into = now.tv_sec;
  return now.tv_sec;
}


ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor, bytes, count, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t at) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor, bytes, count, at);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor, parts, count);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t at) {
  REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor, parts, count, at);
}

int fsync(int descriptor) {
  REAL(int, "fsync", int);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor);
}

int fdatasync(int descriptor) {
  REAL(int, "fdatasync", int);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor);
}

int ftruncate(int descriptor, off_t length) {
  REAL(int, "ftruncate", int, off_t);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
  REAL(int, "ftruncate64", int, off64_t);
  return fate_of(descriptor) != 0 ? -1 : real(descriptor, length);
}

int posix_fallocate(int descriptor, off_t at, off_t length) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  return fate_of(descriptor) != 0 ? errno : real(descriptor, at, length);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  return fate_at(path) != 0 ? -1 : real(path, mode);
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  /* A full disk lets go of what is on it. */
  return control->failing_errno != ENOSPC && fate_at(path) != 0 ? -1 : real(path);
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return fate_at(to) != 0 ? -1 : real(from, to);
}

/* Opening fails where a file would be made; on a disk that can only be read, where it would be written at all. */
static int is_refused(const char *path, int flags) {
  if (control->failing_errno == 0 || !is_ours(path)) return 0;
  int changes_it = (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
  int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (!(control->failing_errno == EROFS ? changes_it || writes : changes_it)) return 0;
  return fate() != 0;
}

#define OPENS(name)                                                   \
  int name(const char *path, int flags, ...) {                        \
    REAL(int, #name, const char *, int, ...);                         \
    va_list more;                                                     \
    va_start(more, flags);                                            \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                     \
    return is_refused(path, flags) ? -1 : real(path, flags, mode);    \
  }

OPENS(open)
OPENS(open64)
