/* Loaded before the C library: a disk that fails. Of a file below FAULT_DIR the FAULT_AT-th read, write
 * or sync of the process ends with EIO; with FAULT_SHORT, a write takes half of what it is given. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long seen;

static int on_disk(int file)
{
    const char *folder = getenv("FAULT_DIR");
    char link[32], path[4096];
    int before = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    errno = before;
    size_t least = folder ? strlen(folder) : sizeof path;
    return length >= (ssize_t)least && strncmp(path, folder, least) == 0;
}

static int fails(int file)
{
    const char *at = getenv("FAULT_AT");
    if (!at || !on_disk(file) || atomic_fetch_add(&seen, 1) + 1 != atol(at))
        return 0;
    errno = EIO;
    return 1;
}

ssize_t read(int file, void *bytes, size_t count)
{
    ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
    return fails(file) ? -1 : next(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (fails(file))
        return -1;
    return next(file, bytes, count > 1 && getenv("FAULT_SHORT") && on_disk(file) ? count / 2 : count);
}

int fsync(int file)
{
    int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
    return fails(file) ? -1 : next(file);
}

int fdatasync(int file)
{
    int (*next)(int) = dlsym(RTLD_NEXT, "fdatasync");
    return fails(file) ? -1 : next(file);
}
