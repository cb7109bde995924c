import type { Database, Sql } from '../database/sql.js';

export type ClockSetting = Readonly<{ mode: 'running' | 'frozen'; speed: number; sandboxAt: Date; realAt: Date }>;

export type ClockChange = Readonly<{
  now?: Date | undefined;
  mode?: ClockSetting['mode'] | undefined;
  speed?: number | undefined;
}>;

/**
 * The sandbox's clock: an anchor time in the database, plus the real time since then multiplied by the speed while the
 * clock runs. One process owns the clock, so reading it needs no query.
 */
export class SandboxClock {
  private constructor(private setting: ClockSetting | undefined) {}

  /** Opens the stored clock; without one, the system's time is used. */
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

  /**
   * Changes the clock; fields that are not named stay. The time may move back, which undoes nothing that has happened.
   */
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

  /** Returns to the system's time, after the tables were emptied. */
  forget(): void {
    this.setting = undefined;
  }
}
