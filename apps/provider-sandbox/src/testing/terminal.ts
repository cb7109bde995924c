import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cleanEnvironment } from '@jeongsan/child-processes';
import { root } from './command.js';

/** A shell in the root of the clone, whose variables stay from one input to the next. */
export type Terminal = Readonly<{
  /** Types lines, and returns all that they printed. */
  enter: (lines: string) => Promise<string>;
  close: () => Promise<void>;
}>;

const END = '--- end of the lines ---';

/** Opens a shell. */
export function openTerminal(): Terminal {
  const shell = spawn('sh', [], { cwd: root, env: cleanEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (part: Buffer) => void (printed += String(part)));
  const over = once(shell, 'close').then(() => {
    throw new Error(`The shell ended:\n${printed}`);
  });
  over.catch(() => undefined);
  return {
    enter: async (lines) => {
      printed = '';
      shell.stdin.write(`${lines}\necho '${END}'\n`);
      while (!printed.includes(END)) await Promise.race([once(shell.stdout, 'data'), over]);
      return printed.replace(END, '');
    },
    close: async () => {
      shell.stdin.end();
      await over.catch(() => undefined);
    },
  };
}
