import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { adopt, end, MachineProblem, onShutdown, shutdown, wholeEnvironment } from '@jeongsan/child-processes';
import { startServers } from './servers.js';

/**
 * `node with-stack.js --name NAME [--fresh] [--in-memory] -- command args...`: runs a command with DATABASE_URL and REDIS_URL
 * of a Postgres and a Redis of its own, and exits with its code. While another `with-stack` uses the name `test`, a second one
 * gets a stack of its own.
 */
async function main(): Promise<number> {
  const { name, fresh, inMemory, command } = readArguments();
  const log = (line: string): void => console.log(`${name}: ${line}`);
  const servers = await startServers({ name, fresh, inMemory, orNext: name === 'test', log });
  return runCommand(command, { DATABASE_URL: servers.adminUrl, REDIS_URL: servers.redisUrl });
}

type Arguments = {
  readonly name: string;
  readonly fresh: boolean;
  readonly inMemory: boolean;
  readonly command: readonly [string, ...string[]];
};

function readArguments(): Arguments {
  const flag = { type: 'boolean', default: false } as const;
  const options = { name: { type: 'string' }, fresh: flag, 'in-memory': flag } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [program, ...args] = positionals;
  if (values.name === undefined || program === undefined) {
    throw new MachineProblem('Usage: with-stack --name NAME [--fresh] [--in-memory] -- command args...');
  }
  return {
    name: values.name,
    fresh: values.fresh,
    inMemory: values['in-memory'],
    command: [program === 'node' ? process.execPath : program, ...args],
  };
}

async function runCommand([program, ...args]: Arguments['command'], env: Record<string, string>): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env: wholeEnvironment(env) });
  let by: NodeJS.Signals | null = null;
  child.once('exit', (_code, name) => (by = name));
  const { pid, exited } = await adopt(child, 'app').catch((error: Error) => {
    throw new MachineProblem(`Cannot run ${program}: ${error.message}`);
  });
  // Forwards signals that reach only this process; Ctrl-C in the terminal reaches the command directly.
  const forget = onShutdown(async () => void (await end(pid, 'app')));
  const code = await exited;
  forget();
  return code ?? 128 + (by === null ? 0 : constants.signals[by]);
}

try {
  const code = await main();
  await shutdown();
  process.exit(code);
} catch (error) {
  await shutdown();
  console.error(error instanceof MachineProblem ? error.message : error);
  process.exit(1);
}
