/** The variables of our environment that an app inherits: the caller's shell must not change an app's behaviour. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'NODE_ENV'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), ...extra };
}

/** Our whole environment with additions, for a command that the user typed. */
export function wholeEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}

/** The folders in which a shell looks for programs. */
export function searchPath(): readonly string[] {
  return (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
}

/** The pid of the launcher (tools/bootstrap.mjs) that must not be outlived. */
export function launcherPid(): number | undefined {
  const pid = Number.parseInt(process.env['JEONGSAN_LAUNCHER_PID'] ?? '', 10);
  return Number.isNaN(pid) ? undefined : pid;
}
