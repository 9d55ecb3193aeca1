/* Preloaded into a program and all that it starts: notes every address that a socket is bound to, connected to
   or sent to, and every name that is looked up, in the file that AUDIT_LOG names, as "call pid program address". */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void note(const char *call, const char *what) {
  const char *log = getenv("AUDIT_LOG");
  if (!log) return;
  int kept = errno;
  char line[512];
  int size = snprintf(line, sizeof line, "%s %d %s %s\n", call, getpid(), program_invocation_short_name, what);
  int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0 || write(fd, line, size) != size) abort();
  close(fd);
  errno = kept;
}

static void address(const char *call, const struct sockaddr *to) {
  char text[INET6_ADDRSTRLEN] = "?";
  if (!to) return;
  if (to->sa_family == AF_INET) inet_ntop(AF_INET, &((struct sockaddr_in *)to)->sin_addr, text, sizeof text);
  else if (to->sa_family == AF_INET6) inet_ntop(AF_INET6, &((struct sockaddr_in6 *)to)->sin6_addr, text, sizeof text);
  else return;
  note(call, text);
}

int connect(int fd, const struct sockaddr *to, socklen_t size) {
  int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
  address("connect", to);
  return real(fd, to, size);
}
int bind(int fd, const struct sockaddr *to, socklen_t size) {
  int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "bind");
  address("bind", to);
  return real(fd, to, size);
}
ssize_t sendto(int fd, const void *data, size_t count, int flags, const struct sockaddr *to, socklen_t size) {
  ssize_t (*real)(int, const void *, size_t, int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "sendto");
  address("sendto", to);
  return real(fd, data, count, flags, to, size);
}
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
  if (node) note("lookup", node);
  return real(node, service, hints, found);
}
