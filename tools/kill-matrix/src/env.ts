/** The build folder of the app that a warm process has loaded and will become. */
export function warmApp(): string {
  const folder = process.env['WARM_APP'];
  if (!folder) throw new Error('WARM_APP is not set: this program is started by the kill matrix');
  return folder;
}

/** Sets this process's environment as if the process had been started with it. */
export function takeEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** The variables of our environment that a child process inherits. */
export const plainEnvironment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '' });
