import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A block of shell commands in a Markdown page. */
export type ShellBlock = Readonly<{
  text: string;
  /** False for a block that a reader's machine needs to have something for, such as a container engine: "```sh not-run". */
  isRun: boolean;
  /** The line of the page at which the block begins. */
  line: number;
}>;

/** How a script ended, and everything that it printed. */
export type Typed = Readonly<{ code: number | null; out: string }>;

/** The shell blocks of a page, in order. */
export function shellBlocks(page: string): readonly ShellBlock[] {
  return [...page.matchAll(/^```sh( not-run)?\n([\s\S]*?)^```$/gm)].map(({ 1: mark, 2: text = '', index }) => ({
    ...{ text, isRun: mark === undefined, line: page.slice(0, index).split('\n').length },
  }));
}

/** Types a script into bash, as a person does. The first command that fails, or a variable that is not set, ends it. */
export async function typed(
  script: string,
  where: Readonly<{ cwd: string; env: Readonly<Record<string, string | undefined>> }>,
): Promise<Typed> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (data: Buffer) => void (out += data.toString()));
  const [code] = (await once(shell, 'close')) as [number | null];
  return { code, out };
}
