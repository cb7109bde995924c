import { createInterface } from 'node:readline';
import { end, type ProcessKind } from './processes.js';

/**
 * The guardian's program. Its standard input is a pipe that the guarded process holds open: the end of the pipe means that the
 * process is gone. The guardian then ends all registered processes: apps first, then servers.
 */
const registered = new Map<number, ProcessKind>();

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, first, second] = line.split(' ');
  if (verb === 'add') registered.set(Number(second), first as ProcessKind);
  if (verb === 'remove') registered.delete(Number(first));
}

await endAll('app');
await Promise.all([endAll('redis'), endAll('postgres')]);

async function endAll(kind: ProcessKind): Promise<void> {
  const pids = [...registered].filter(([, registeredAs]) => registeredAs === kind).map(([pid]) => pid);
  await Promise.all(pids.map((pid) => end(pid, kind)));
}
