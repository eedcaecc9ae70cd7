/**
 * Has memory that was freed go back to the system (decision 127). glibc keeps it by default: buffers of bodies and answers leave
 * holes in one arena for each thread. It reads these variables when a process begins, so the process begins anew, under its
 * own number and before it has loaded anything.
 */
export const MEMORY_VARIABLES = {
  MALLOC_ARENA_MAX: "2",
  // As large as what is read from a socket at once.
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

export function returnFreedMemory(): void {
  const { platform, env, execPath, execArgv, argv } = process;
  // A channel to the parent process would be lost.
  const isAsWanted = platform !== "linux" || env.MALLOC_ARENA_MAX !== undefined || process.send !== undefined;
  if (isAsWanted) return;
  try {
    process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], {
      ...env,
      ...MEMORY_VARIABLES,
    } as NodeJS.ProcessEnv);
  } catch {
    // A sandbox may not allow it: then more memory is taken.
  }
}
