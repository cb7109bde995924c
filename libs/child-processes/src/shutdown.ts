import { launcherPid } from './env.js';

/** The order of stopping: apps first, then servers. */
export type StopOrder = 'apps' | 'servers';

const STOP_MS_MAX = 10_000;
const LAUNCHER_POLL_MS = 500;
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

const stops: Record<StopOrder, Set<() => Promise<void>>> = { apps: new Set(), servers: new Set() };
let running: Promise<void> | undefined;
let wired = false;

/**
 * Registers `stop` for the end of the process (Ctrl-C, SIGTERM, a closed terminal) and for `shutdown`. All `apps` are stopped
 * before the `servers`. Returns a function that unregisters.
 */
export function onShutdown(stop: () => Promise<void>, order: StopOrder = 'apps'): () => void {
  wireSignals();
  stops[order].add(stop);
  return () => void stops[order].delete(stop);
}

/** Stops everything that is registered, once; resolves after at most ten seconds and never rejects. */
export function shutdown(): Promise<void> {
  running ??= stopAll().finally(() => (running = undefined));
  return running;
}

async function stopAll(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS_MAX)));
  await Promise.race([stopInOrder(), tooLong]);
  clearTimeout(timer);
}

async function stopInOrder(): Promise<void> {
  for (const order of ['apps', 'servers'] as const) {
    // A failing stop must not keep the others from stopping; the guardian ends what is left.
    await Promise.allSettled([...stops[order]].map((stop) => stop()));
  }
}

function wireSignals(): void {
  if (wired) return;
  wired = true;
  for (const [name, code] of Object.entries(signalCodes)) process.on(name, () => endWith(code));
  watchLauncher();
}

function endWith(code: number): void {
  void shutdown().then(() => process.exit(code));
}

/**
 * When tools/bootstrap.mjs started this process, it ends with that launcher, even when the launcher is killed and cannot
 * forward a signal.
 */
function watchLauncher(): void {
  const launcher = launcherPid();
  if (launcher === undefined || process.ppid !== launcher) return;
  setInterval(() => {
    if (process.ppid !== launcher) endWith(signalCodes.SIGTERM);
  }, LAUNCHER_POLL_MS).unref();
}
