/** The little of our environment that an app may inherit: nothing of the caller's shell decides how an app behaves. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'NODE_ENV'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), ...extra };
}

/** Our whole environment and more: what a command that the user typed expects to see. */
export function wholeEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}

/** The folders in which the shell would look for a program. */
export function searchPath(): readonly string[] {
  return (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
}

/** The process id of the launcher that asked to be outlived by nobody, see tools/bootstrap.mjs. */
export function launcherPid(): number | undefined {
  const pid = Number.parseInt(process.env['JEONGSAN_LAUNCHER_PID'] ?? '', 10);
  return Number.isNaN(pid) ? undefined : pid;
}
