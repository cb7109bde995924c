import { type Child, end, type ProcessKind, signal, Supervisor } from '@jeongsan/child-processes';

export type ServerProcessOptions = Readonly<{
  name: string;
  kind: Exclude<ProcessKind, 'app'>;
  logFile: string;
  /** Starts the server again on its port and data, also after a crash. */
  launch: () => Promise<Child>;
  /** Restarts the server when it ends unasked. */
  keepAlive: boolean;
  log: (line: string) => void;
}>;

/** The process of one server of ours, over all its starts. */
export class ServerProcess {
  /** Undefined: stopped on request. */
  private current: Child | undefined;
  private readonly supervisor: Supervisor | undefined;

  constructor(
    private readonly options: ServerProcessOptions,
    first: Child,
  ) {
    const { name, log, keepAlive } = options;
    const [bring, endIt] = [() => this.bring(), () => this.end()];
    this.supervisor = keepAlive ? new Supervisor({ name, bring, end: endIt, log }) : undefined;
    this.watch(first);
  }

  get pid(): number | undefined {
    return this.current?.pid;
  }

  /** Starts the server unless it runs. */
  async start(): Promise<void> {
    await this.supervisor?.bringing;
    if (this.current === undefined || this.current.ending() !== undefined) await this.bring();
  }

  /** Stops the server until `start`; resolves when the process has ended. `first`: called before the signal is sent. */
  async kill(name: NodeJS.Signals, first: () => Promise<void> = async () => undefined): Promise<void> {
    const killed = this.release();
    if (killed === undefined) return;
    await first();
    signal(killed.pid, name);
    if (killed.ending() === undefined) await killed.gone();
  }

  async stop(): Promise<void> {
    const supervised = this.supervisor?.stop();
    await this.end();
    await supervised;
    await this.end();
  }

  private async bring(): Promise<void> {
    this.watch(await this.options.launch());
  }

  private async end(): Promise<void> {
    const stopped = this.release();
    if (stopped !== undefined && stopped.ending() === undefined) await end(stopped.pid, this.options.kind);
  }

  private watch(started: Child): void {
    this.current = started;
    const { name, log, logFile } = this.options;
    void started.exited.then(() => {
      if (this.current !== started) return;
      const how = `${started.ending()}, see ${logFile}`;
      if (this.supervisor) this.supervisor.ended(how);
      else log(`${name} ended by itself (${how})`);
    });
  }

  private release(): Child | undefined {
    const released = this.current;
    this.current = undefined;
    return released;
  }
}
