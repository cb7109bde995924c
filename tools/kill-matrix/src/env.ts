/** The app that a warm process has loaded and will become: the folder of its build. */
export function warmApp(): string {
  const folder = process.env['WARM_APP'];
  if (!folder) throw new Error('WARM_APP is not set: this program is started by the kill matrix');
  return folder;
}

/** From here on this process is what it would be if it had been started with this environment. */
export function takeEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** What a child process may know of us. */
export const plainEnvironment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '' });
