import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { instantAt } from '@jeongsan/calendar';
import { connectDatabase } from '@jeongsan/database';
import { letComeDue, type Platform, startPlatform } from '@jeongsan/market';
import { credentialsOf } from '../callers.js';
import { sellers } from './people.js';
import { startMailSink } from './mail-sink.js';
import { Teller } from './teller.js';

const QUIET_WITHIN_MS = 180_000;
/** A payout that is never listed is looked for some forty times before it is parked, and a busy machine takes a round for nothing. */
const ROUNDS_MAX = 240;
const ROUND_MINUTES = 2;

/** The first day of the story: a Tuesday: the money of its payments is there on Thursday. */
export const DAY = '2026-05-26';

const LET_DIE = `
with last as (select distinct on (job) id from messaging.outbox where done_at is not null order by job, id desc limit 3)
update messaging.outbox o set done_at = null, dead_at = $1, error = 'The provider answered with a page of HTML' from last where o.id = last.id`;

/** The running platform, a caller of it, and the receiver of its events. */
export class StoryWorld {
  private constructor(
    readonly platform: Platform,
    readonly teller: Teller,
    /** Where the market receives events. */
    readonly eventsUrl: string,
    /** By the machine's own clock. */
    readonly startedAt: Date,
    private readonly closeReceiver: () => Promise<void>,
  ) {}

  /** `door` and `scheduler`: settings of theirs beside those that every platform has. */
  static async start(
    name: string,
    door: Readonly<Record<string, string>> = {},
    scheduler: Readonly<Record<string, string>> = {},
  ): Promise<StoryWorld> {
    const startedAt = new Date();
    const receiver = createServer((request, reply) => {
      request.resume();
      request.once('end', () => reply.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const mails = await startMailSink();
    const platform = await startPlatform({
      name,
      fresh: true,
      clockStartsAt: instantAt(DAY, '10:00:00'),
      settings: {
        'front-door': door,
        'payout-scheduler': {
          MAIL_URL: mails.url,
          MAIL_FROM: 'settlement@hangawi-market.kr',
          SELF_APPROVE_UP_TO: '0',
          ...scheduler,
        },
        // Every settlement of a break waits for a second person.
        'settlement-reconciler': { BREAK_SECOND_PERSON_ABOVE: '50000' },
      },
    });
    // Payouts stay on their way until the story lets the bank take or refuse them.
    await platform.clients.control.changeSettings({ body: { payoutCompletionSeconds: null } });
    const { port } = receiver.address() as AddressInfo;
    return new StoryWorld(
      platform,
      new Teller(platform.door.url, await credentialsOf(platform, sellers.books)),
      `http://127.0.0.1:${port}/jeongsan-events`,
      startedAt,
      async () => {
        await mails.close();
        await new Promise<void>((resolve) => {
          receiver.close(() => resolve());
          receiver.closeAllConnections();
        });
      },
    );
  }

  private now = instantAt(DAY, '10:00:00');

  /** Sets the time, and waits until everything that is due by then has happened. */
  async moveTo(date: string, time: string): Promise<void> {
    await this.move(instantAt(date, time));
  }

  /** Some minutes later: what services do a while after an act has happened, too. */
  async later(minutes = 3): Promise<void> {
    await this.move(new Date(this.now.getTime() + minutes * 60_000));
  }

  /** Lets time pass, some `minutes` at once, until `read` finds something. Throws when it never does. */
  async until<T>(what: string, read: () => Promise<T | undefined>, minutes = ROUND_MINUTES): Promise<T> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const found = await read();
      if (found !== undefined) return found;
      await this.later(minutes);
    }
    throw new Error(`The story never came to ${what}`);
  }

  /** The last job of two kinds counts as dead: nothing that a caller can do lets a job die. */
  async letJobsDie(): Promise<void> {
    const db = await connectDatabase({ url: this.platform.databaseUrl, poolSize: 1, applicationName: 'story' });
    try {
      await db.query(LET_DIE, [this.now]);
    } finally {
      await db.destroy();
    }
  }

  private async move(at: Date): Promise<void> {
    this.now = at;
    await letComeDue(this.platform, { at, withinMs: QUIET_WITHIN_MS });
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    await this.closeReceiver();
  }
}
