#include "CBench.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Starts a program, with output and complaints into nothing if that is said, and waits for its end. */
static int run(const char *const *arguments, bool discards_output, bool discards_errors, struct rusage *usage) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    if (discards_output) posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (discards_errors) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int error = posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return -1;
    int status;
    if (wait4(child, &status, 0, usage) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int process_run(const char *const *arguments, bool discards_output) {
    struct rusage usage;
    return run(arguments, discards_output, false, &usage);
}

int process_measure(const char *const *arguments, uint64_t *peak_bytes) {
    struct rusage usage = {0};
    int status = run(arguments, true, true, &usage);
#ifdef __APPLE__
    *peak_bytes = (uint64_t)usage.ru_maxrss;
#else
    *peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
#endif
    return status;
}
