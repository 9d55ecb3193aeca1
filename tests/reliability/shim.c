/* Preloaded into a saving process: fails, kills or logs the k-th call that touches a given folder.

   Armed by the file descriptors' paths, so that only the save under test is disturbed:
     shim_arm(folder, k, action)  action > 0: errno; -1: SIGKILL; 0: only log
     shim_quota(folder, bytes)    writes below the folder fail with ENOSPC after so many bytes
     shim_calls()                 calls seen since it was armed
   With SHIM_LOG set, each call below the folder is written there as "name path". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX];
static int armed, target, action, calls;
static long quota = -1;

void shim_arm(const char *path, int k, int what) {
  strncpy(folder, path, sizeof folder - 1);
  target = k; action = what; calls = 0; armed = 1; quota = -1;
}
void shim_quota(const char *path, long bytes) {
  strncpy(folder, path, sizeof folder - 1);
  target = -1; action = 0; calls = 0; armed = 1; quota = bytes;
}
void shim_disarm(void) { armed = 0; }
int shim_calls(void) { return calls; }

static int below(const char *path) { return armed && path && strstr(path, folder) == path; }

static const char *path_of(int fd) {
  static __thread char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  if (n < 0) return 0;
  path[n] = 0;
  return path;
}

static int strike(const char *name, const char *path) {
  if (!below(path)) return 0;
  const char *log = getenv("SHIM_LOG");
  if (log) {
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    ssize_t (*put)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    int fd = real(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    char line[PATH_MAX + 32];
    int n = snprintf(line, sizeof line, "%s %s\n", name, path);
    if (fd >= 0) { if (put(fd, line, n) < 0) abort(); close(fd); }
  }
  if (++calls != target) return 0;
  if (action == -1) { kill(getpid(), SIGKILL); }
  if (action > 0) { errno = action; return 1; }
  return 0;
}

#define OPEN(NAME)                                                                        \
  int NAME(const char *path, int flags, ...) {                                            \
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #NAME);                        \
    va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest);      \
    if ((flags & (O_CREAT | O_DIRECTORY)) && strike("open", path)) return -1;             \
    return real(path, flags, mode);                                                       \
  }
OPEN(open)
OPEN(open64)

/* What a name in an open directory is a path of. */
static const char *path_at(int fd, const char *name) {
  static __thread char path[2 * PATH_MAX];
  if (name[0] == '/' || fd == AT_FDCWD) return name;
  const char *folder_path = armed ? path_of(fd) : 0;
  if (!folder_path) return 0;
  snprintf(path, sizeof path, "%s/%s", folder_path, name);
  return path;
}

#define OPENAT(NAME)                                                                      \
  int NAME(int fd, const char *path, int flags, ...) {                                    \
    int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, #NAME);                   \
    va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest);      \
    if ((flags & (O_CREAT | O_DIRECTORY)) && strike("open", path_at(fd, path))) return -1;\
    return real(fd, path, flags, mode);                                                   \
  }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *data, size_t size) {
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (armed) {
    const char *path = path_of(fd);
    if (strike("write", path)) return -1;
    if (quota >= 0 && below(path)) {
      if (quota == 0) { errno = ENOSPC; return -1; }
      if ((long)size > quota) size = quota;
      quota -= size;
    }
  }
  return real(fd, data, size);
}
int fsync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  if (armed && strike("fsync", path_of(fd))) return -1;
  return real(fd);
}
int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  if (strike("rename", to)) return -1;
  return real(from, to);
}
int renameat(int from_fd, const char *from, int to_fd, const char *to) {
  int (*real)(int, const char *, int, const char *) = dlsym(RTLD_NEXT, "renameat");
  if (strike("rename", path_at(to_fd, to))) return -1;
  return real(from_fd, from, to_fd, to);
}
int mkdirat(int fd, const char *path, mode_t mode) {
  int (*real)(int, const char *, mode_t) = dlsym(RTLD_NEXT, "mkdirat");
  if (strike("mkdir", path_at(fd, path))) return -1;
  return real(fd, path, mode);
}
int mkdir(const char *path, mode_t mode) {
  int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
  if (strike("mkdir", path)) return -1;
  return real(path, mode);
}
