import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the environment says to the command line. */
export type Settings = Readonly<{
  url: string | undefined;
  key: string | undefined;
  /** The address of the controlled clock of `npm start -- --clock`. */
  clockUrl: string | undefined;
  lang: string;
  noColor: boolean;
  /** COLUMNS: the width of tables, also where stdout is no terminal. */
  columns: number | undefined;
  /** The folder of contexts and keys. */
  folder: string;
}>;

export function settings(): Settings {
  const { env } = process;
  const base = env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return {
    url: env['JEONGSAN_URL'] || undefined,
    key: env['JEONGSAN_KEY'] || undefined,
    clockUrl: env['JEONGSAN_CLOCK_URL'] || undefined,
    lang: env['LC_ALL'] || env['LANG'] || '',
    // https://no-color.org: any value that is not empty.
    noColor: Boolean(env['NO_COLOR']),
    columns: /^[1-9]\d{0,3}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : undefined,
    folder: env['JEONGSAN_CONFIG_DIR'] || join(base, 'jeongsan'),
  };
}
