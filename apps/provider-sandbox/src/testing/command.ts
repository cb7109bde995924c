import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanEnvironment, freePort } from '@jeongsan/child-processes';
import { Client } from 'pg';
import { adminDatabaseUrl } from './env.js';

export const root = join(import.meta.dirname, '../../../..');

/** A command that was typed in the root of the clone. */
export type Command = Readonly<{
  /** Everything that the command has printed. */
  printed: () => string;
  /** Waits until the command has printed this, also if that is past. @throws when the command ends first. */
  prints: (what: RegExp) => Promise<RegExpExecArray>;
  /** Presses Ctrl-C, and waits until the command and all its helpers have ended. */
  interrupt: () => Promise<void>;
}>;

/** Types a command. Of our own environment only PATH, HOME and the like reach the command. */
export function type([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>> = {}): Command {
  const child = spawn(program, args, {
    cwd: root,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: a terminal sends Ctrl-C to the whole group.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += String(chunk)));
  let isOver = false;
  const over = once(child, 'close').then(() => void (isOver = true));
  return {
    printed: () => output,
    prints: async (what) => {
      for (;;) {
        const found = what.exec(output);
        if (found) return found;
        if (isOver) throw new Error(`${program} ${args.join(' ')} ended:\n${output}`);
        await Promise.race([once(child.stdout, 'data'), over]);
      }
    },
    interrupt: async () => {
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await over;
    },
  };
}

export type SandboxCommand = Command & Readonly<{ url: string; port: number }>;

/** `npm run sandbox`, on a new database of the tests' Postgres and on a free port. `name` names the folder of the keys. */
export async function runSandbox(name: string, ...flags: string[]): Promise<SandboxCommand> {
  const port = await freePort();
  await forget(name);
  const command = type(['npm', 'run', 'sandbox', '--', '--port', String(port), ...flags], {
    SANDBOX_NAME: name,
    DATABASE_URL: adminDatabaseUrl(),
  });
  await command.prints(/Ctrl-C stops it/);
  const interrupt = async () => {
    await command.interrupt();
    await forget(name);
  };
  return { ...command, interrupt, url: `http://localhost:${port}`, port };
}

async function forget(name: string): Promise<void> {
  const client = new Client({ connectionString: adminDatabaseUrl() });
  await client.connect();
  try {
    await client.query(`drop database if exists jeongsan_${name.replaceAll('-', '_')} with (force)`);
  } finally {
    await client.end();
  }
  await rm(join(root, '.local', name), { recursive: true, force: true });
}
