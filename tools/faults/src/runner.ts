import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGroup } from '@jeongsan/child-processes';

/** What a runner is asked for: a configuration of Jest as JSON, and the tests by their names. */
export type Request = Readonly<{ rootDir: string; config: string; testNamePattern: string; testTimeout: number }>;

export type SpecResults = Readonly<{
  name: string;
  /** Why a spec could not be loaded, where it has no tests. */
  message: string;
  tests: readonly Readonly<{ status: string; title: string; fullName: string }>[];
}>;

export type Reply =
  | Readonly<{ kind: 'ran'; results: readonly SpecResults[] }>
  | Readonly<{ kind: 'hung' }>
  | Readonly<{ kind: 'broken'; output: string }>;

type Message = Readonly<{ testResults: SpecResults[] }> | Readonly<{ broken: string }>;

const OUTPUT_CHARACTERS_MAX = 4_000;

/** A process that runs specs, in a group of its own: what a spec started must not outlive it. */
export class Runner {
  private readonly group;
  private output = '';

  constructor(root: string) {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    this.group = startGroup([join(root, 'tools/faults/run-specs.cjs')], { cwd: root, stdio: [...stdio] });
    const { child } = this.group;
    child.stderr?.on('data', (bytes: Buffer) => {
      this.output = `${this.output}${bytes.toString()}`.slice(-OUTPUT_CHARACTERS_MAX);
    });
    // A request to a process that is just ending is answered by its end.
    child.on('error', () => undefined);
  }

  /** Runs specs. One that stands still longer than `msMax` is ended with the runner, which can be asked nothing more. */
  async run(request: Request, msMax: number): Promise<Reply> {
    const { child } = this.group;
    if (!child.connected) return { kind: 'broken', output: this.output };
    const settled = new AbortController();
    const { signal } = settled;
    try {
      child.send(request);
      return await Promise.race([
        once(child, 'message', { signal }).then(([message]) => this.replyOf(message as Message)),
        once(child, 'close', { signal }).then((): Reply => ({ kind: 'broken', output: this.output })),
        sleep(msMax, undefined, { signal }).then((): Promise<Reply> => this.givenUp()),
      ]);
    } finally {
      settled.abort();
    }
  }

  async stop(): Promise<void> {
    await this.group.kill();
  }

  private async givenUp(): Promise<Reply> {
    await this.stop();
    return { kind: 'hung' };
  }

  private replyOf(message: Message): Reply {
    return 'broken' in message
      ? { kind: 'broken', output: message.broken }
      : { kind: 'ran', results: message.testResults };
  }
}
