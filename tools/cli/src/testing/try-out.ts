import { type Exit } from '../faults.js';
import { runCli } from '../run-cli.js';
import type { Terminal } from '../terminal.js';

export type Shown = Readonly<{ exit: Exit; out: string; err: string; asked: readonly string[] }>;
type Differs = Partial<Omit<Terminal, 'settings'>> & Readonly<{ settings?: Partial<Terminal['settings']> }>;

/** Runs one command in this process, on a terminal that remembers what was written to it. */
export async function tryOut(args: readonly string[], { settings, ...differs }: Differs = {}): Promise<Shown> {
  const written = { out: '', err: '' };
  const asked: string[] = [];
  const exit = await runCli(args, {
    settings: {
      url: undefined,
      key: undefined,
      clockUrl: undefined,
      lang: 'en_US.UTF-8',
      noColor: false,
      columns: undefined,
      folder: '/nowhere',
      ...settings,
    },
    out: (data) => void (written.out += typeof data === 'string' ? data : Buffer.from(data).toString()),
    err: (text) => void (written.err += text),
    shows: false,
    watches: false,
    columns: undefined,
    asks: false,
    ask: async (question) => {
      asked.push(question);
      return '';
    },
    input: async () => '',
    stopped: () => new Promise(() => undefined),
    fetch: () => Promise.reject(new Error('nothing is sent here')),
    nowMs: () => 0,
    ...differs,
  });
  return { exit, ...written, asked };
}
