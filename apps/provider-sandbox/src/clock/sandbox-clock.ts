import type { Database, Sql } from '../database/sql.js';

export type ClockSetting = Readonly<{ mode: 'running' | 'frozen'; speed: number; sandboxAt: Date; realAt: Date }>;

export type ClockChange = Readonly<{
  now?: Date | undefined;
  mode?: ClockSetting['mode'] | undefined;
  speed?: number | undefined;
}>;

/**
 * The sandbox's time: an anchor in the database, and the real time that passed since, so many times over, when it runs. One process owns it,
 * so that reading it costs nothing.
 */
export class SandboxClock {
  private constructor(private setting: ClockSetting | undefined) {}

  /** The clock as it was left; the system's time when nobody ever set it. */
  static async open(sql: Sql): Promise<SandboxClock> {
    const [setting] = await sql.rows<ClockSetting>(
      'select mode, speed, sandbox_at as "sandboxAt", real_at as "realAt" from clock',
    );
    return new SandboxClock(setting);
  }

  readonly now = (): Date => {
    if (this.setting === undefined) return new Date();
    const { mode, speed, sandboxAt, realAt } = this.setting;
    if (mode === 'frozen') return sandboxAt;
    return new Date(sandboxAt.getTime() + Math.floor((Date.now() - realAt.getTime()) * speed));
  };

  get mode(): ClockSetting['mode'] {
    return this.setting?.mode ?? 'running';
  }

  get speed(): number {
    return this.setting?.speed ?? 1;
  }

  /** What is not named stays as it is. The time may move back: what already happened stays happened. */
  async set(database: Database, change: ClockChange): Promise<void> {
    const { mode = this.mode, speed = this.speed, now: sandboxAt = this.now() } = change;
    const setting = { mode, speed, sandboxAt, realAt: new Date() };
    await database.rows(
      `insert into clock (mode, speed, sandbox_at, real_at) values ($1, $2, $3, $4)
       on conflict (one) do update set mode = excluded.mode, speed = excluded.speed, sandbox_at = excluded.sandbox_at,
         real_at = excluded.real_at`,
      [mode, speed, sandboxAt, setting.realAt],
    );
    this.setting = setting;
  }

  /** Back to the system's time, after the tables were emptied. */
  forget(): void {
    this.setting = undefined;
  }
}
