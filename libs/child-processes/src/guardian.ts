import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rememberChild } from './children-file.js';
import type { ProcessKind } from './processes.js';
import { MachineProblem } from './machine-problem.js';

// The guardian runs from its built file, even when this file runs from source (in Jest).
const program = fileURLToPath(new URL('../dist/guardian-main.js', import.meta.url));

let guardian: ChildProcess | undefined;

/**
 * Registers a process with the guardian: a small program that ends registered processes when our own process is gone, even by
 * SIGKILL. Call in the same turn as the spawn. Returns a function that removes the process after its end.
 */
export function guard(pid: number, kind: ProcessKind): () => void {
  rememberChild(pid, kind);
  guardian ??= startGuardian();
  guardian.stdin?.write(`add ${kind} ${pid}\n`);
  return () => void guardian?.stdin?.write(`remove ${pid}\n`);
}

/** The pid of this process's guardian; undefined: nothing was registered yet. */
export function guardianPid(): number | undefined {
  return guardian?.pid;
}

function startGuardian(): ChildProcess {
  if (!existsSync(program)) throw new MachineProblem(`${program} is missing: build first (npm run build)`);
  // A session of its own: what ends our process group (Ctrl-C, a closed terminal) must not end the guardian.
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: {},
  });
  child.unref();
  const { stdin } = child;
  (stdin as unknown as { unref(): void }).unref();
  // Without a guardian, this process still stops its children itself.
  stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  return child;
}
