import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, type Child } from './child.js';
import { cleanEnvironment } from './env.js';
import { openLog, type LogFile } from './log-file.js';
import { MachineProblem } from './machine-problem.js';
import { end, signal } from './processes.js';
import { onShutdown } from './shutdown.js';
import { Supervisor } from './supervisor.js';

/** An app to run in a process of its own. */
export type AppOptions = {
  readonly name: string;
  /** The JavaScript file that Node runs. */
  readonly entry: string;
  /** The app's environment. Of our own environment, only PATH, HOME, LANG and NODE_ENV are added. */
  readonly env: Readonly<Record<string, string>>;
  /** The port on 127.0.0.1 that the app listens on; passed to the app as `PORT`. */
  readonly port: number;
  /** The log file for the app's output. */
  readonly logFile: string;
  /** A path that answers 200 when the app is ready. Default: `/health/ready`. */
  readonly readyUrl?: string;
  readonly readyTimeoutMs?: number;
  /** Options of Node itself, placed before the JavaScript file. */
  readonly nodeArgs?: readonly string[];
  /** Restarts the app when it ends unasked, with a line to `log`. */
  readonly keepAlive?: { readonly log: (line: string) => void };
  /** Called when the app ends unasked. */
  readonly onExit?: (app: { name: string; code: number | null }) => void;
};

/** A running app. `stop` is graceful, `kill` is not (default: SIGKILL); both resolve when the process has ended. */
export type App = {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** The exit code of the present process; null: ended by a signal. */
  readonly exited: Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the process and starts another one. `changed`: settings that are other ones from now on. */
  restart(changed?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
};

const READY_MS_MAX = 30_000;
const READY_POLL_MS = 25;
const FIRST_PAUSE_MS = 500;
const FIRST_STARTS_MAX = 5;
const READY_ANSWER_MS_MAX = 2_000;
/** EX_CONFIG of sysexits.h: the app refuses its settings, so a further start is of no use. */
const SETTINGS_REFUSED = 78;

/**
 * Starts an app and waits until it is ready. @throws with the end of the app's log when the app exits first or is not ready in
 * time; MachineProblem when it refuses its settings (exit code 78).
 */
export async function startApp(options: AppOptions): Promise<App> {
  const app = new AppProcess(options, await begin(options));
  const forget = onShutdown(() => app.stop(), 'apps');
  try {
    await app.firstStart();
    return app;
  } catch (error) {
    forget();
    throw error;
  }
}

type Started = Readonly<{ child: Child; output: LogFile }>;

class AppProcess implements App {
  // An app that was asked to end, or was never ready, is not reported as ended unasked.
  private wanted = false;
  private isStopped = false;
  private readonly supervisor: Supervisor | undefined;

  constructor(
    private options: AppOptions,
    private started: Started,
  ) {
    const { name, keepAlive } = options;
    const [bring, endIt] = [() => this.again(), () => this.end()];
    this.supervisor = keepAlive && new Supervisor({ name, bring, end: endIt, log: keepAlive.log });
  }

  get name(): string {
    return this.options.name;
  }
  get url(): string {
    return `http://127.0.0.1:${this.options.port}`;
  }
  get pid(): number {
    return this.started.child.pid;
  }
  get exited(): Promise<number | null> {
    return this.started.child.exited;
  }

  /** The first start is retried too: a supervised app may be killed, or find its servers away, while it starts. */
  async firstStart(): Promise<void> {
    const startsMax = this.options.keepAlive === undefined ? 1 : FIRST_STARTS_MAX;
    for (let start = 1; ; start += 1) {
      try {
        return await (start === 1 ? this.ready() : this.again());
      } catch (error) {
        if (start >= startsMax || this.isStopped || error instanceof MachineProblem) throw error;
      }
      await sleep(FIRST_PAUSE_MS * start);
    }
  }

  async kill(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.wanted = false;
    const { child } = this.started;
    if (child.ending() === undefined && signal(child.pid, name)) await child.exited;
  }

  async restart(changed: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.end();
    this.options = { ...this.options, env: { ...this.options.env, ...changed } };
    await this.again();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const supervised = this.supervisor?.stop();
    // A stop during a restart: the restart fails, and no process is left to wait for.
    await this.end();
    await supervised;
    await this.end();
  }

  private async again(): Promise<void> {
    this.started = await begin(this.options);
    await this.ready();
  }

  private async end(): Promise<void> {
    this.wanted = false;
    const { child } = this.started;
    if (child.ending() === undefined) await end(child.pid, 'app');
  }

  private async ready(): Promise<void> {
    const { child, output } = this.started;
    await waitUntilReady(this.options, child, output);
    this.wanted = true;
    void child.exited.then((code) => {
      if (!this.wanted || child !== this.started.child) return;
      this.options.onExit?.({ name: this.options.name, code });
      this.supervisor?.ended(`${child.ending()}, see ${this.options.logFile}`);
    });
  }
}

async function begin(options: AppOptions): Promise<Started> {
  const output = await openLog(options.logFile);
  const child = await adopt(spawnApp(options, output.fd), 'app');
  output.close();
  return { child, output };
}

async function waitUntilReady(options: AppOptions, child: Child, output: LogFile): Promise<void> {
  const { name, port, readyUrl = `http://127.0.0.1:${port}/health/ready`, readyTimeoutMs = READY_MS_MAX } = options;
  const deadline = Date.now() + readyTimeoutMs;
  for (; child.ending() === undefined && Date.now() < deadline; await sleep(READY_POLL_MS)) {
    if ((await statusOf(readyUrl)) === 200) return;
  }
  const why = child.ending() ?? `not ready in ${readyTimeoutMs} ms`;
  if (child.ending() === undefined) await end(child.pid, 'app');
  if ((await child.exited) === SETTINGS_REFUSED) throw new MachineProblem(`${name}: ${await output.tail()}`);
  throw new Error(`${name} did not start (${why}), the end of ${options.logFile}:\n${await output.tail()}`);
}

function spawnApp({ entry, env, port, nodeArgs = [] }: AppOptions, output: number) {
  return spawn(process.execPath, [...nodeArgs, entry], {
    env: cleanEnvironment({ PORT: String(port), ...env }),
    stdio: ['ignore', output, output],
    // A process group of its own, out of reach of Ctrl-C: apps are stopped by us, before the servers that they use.
    detached: true,
  });
}

/** The status of one GET; undefined: no answer. The connection is not kept alive, since that would delay the app's stop. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: READY_ANSWER_MS_MAX }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}
