import { hash, randomUUID } from 'node:crypto';
import { DataSeal, JweError } from '@jeongsan/jwe';
import { type AnyRedis, redisAt } from '@jeongsan/queues/redis-address';
import type { ConsoleSettings } from '../console-settings.js';
import { newSessionId, sessionNameOf } from './session-id.js';
import type { Person, Session, Tokens } from './session.js';
import { CREATE, END_ALL, REPLACE, TOUCH, UNLOCK } from './session-scripts.js';

/** All keys share a hash tag: a Redis Cluster then has a session and the list of its person's sessions on one node. */
const PREFIX = '{jeongsan-console}';
const COMMAND_TIMEOUT_MS = 2_000;
/** The idle end is written when it moves by more than this: a page makes many calls at once. */
const TOUCH_MS = 5_000;
const LOCK_MS = 15_000;

type Limits = Pick<ConsoleSettings, 'redisUrl' | 'keys' | 'idleMs' | 'lifeMs' | 'issuer'>;
type Sealed = Readonly<{ person: Person; tokens: Tokens }>;

/**
 * Sessions in Redis, under the hash of their id. Person and tokens are sealed by a key derived from SESSION_KEY and the id: who
 * reads Redis, even with that key, cannot open a session without the cookie. All methods reject when Redis is away.
 */
export class SessionStore {
  private readonly seal: DataSeal;
  private readonly redis: AnyRedis;
  private readonly started: Promise<void>;

  constructor(
    private readonly limits: Limits,
    private readonly now: () => number,
  ) {
    this.seal = new DataSeal(limits.keys);
    this.redis = redisAt(limits.redisUrl, {
      commandTimeout: COMMAND_TIMEOUT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
    });
    // ioredis emits an error for each failed attempt to connect; requests that need a session are answered 503.
    this.redis.on('error', () => undefined);
    // The door also serves payments: it starts without this Redis, and connects when it can.
    this.started = this.redis.connect().catch(() => undefined);
  }

  close(): void {
    this.redis.disconnect();
  }

  async ping(): Promise<void> {
    const redis = await this.connected();
    await redis.ping();
  }

  /** Keeps a new session. Returns its id, for the cookie. */
  async create(person: Person, tokens: Tokens): Promise<string> {
    const id = newSessionId();
    const startedAt = this.now();
    const endsAt = startedAt + this.limits.lifeMs;
    const idleEndsAt = this.idleEnd(endsAt);
    const keys = [sessionKey(id), this.personKey(person.subject)];
    const times = [startedAt, idleEndsAt, endsAt, idleEndsAt - startedAt, endsAt - startedAt];
    const sealed = this.sealed(id, { person, tokens });
    const redis = await this.connected();
    await redis.eval(CREATE, keys.length, ...keys, sealed, ...times, sessionNameOf(id));
    return id;
  }

  /** The session of an id; undefined: never begun, or over. `isActive` moves the idle end. */
  async read(id: string, isActive: boolean): Promise<Session | undefined> {
    const redis = await this.connected();
    const [sealed, ...times] = await redis.hmget(sessionKey(id), 'sealed', 'startedAt', 'idleEndsAt', 'endsAt');
    if (!sealed) return undefined;
    const [startedAt = 0, idleEndsAt = 0, endsAt = 0] = times.map(Number);
    const opened = this.opened(id, sealed);
    if (!opened || this.now() >= Math.min(idleEndsAt, endsAt)) {
      await this.remove(id, opened?.person.subject);
      return undefined;
    }
    const moved = isActive ? this.idleEnd(endsAt) : idleEndsAt;
    if (moved - idleEndsAt >= TOUCH_MS)
      await redis.eval(TOUCH, 1, sessionKey(id), moved, Math.max(1, moved - this.now()));
    return { ...opened, startedAt, idleEndsAt: Math.max(moved, idleEndsAt), endsAt };
  }

  /** Keeps new tokens of a session that has not ended meanwhile. */
  async replace(id: string, renewed: Sealed): Promise<void> {
    const redis = await this.connected();
    await redis.eval(REPLACE, 1, sessionKey(id), this.sealed(id, renewed));
  }

  /** Ends a session. An id without one is no error. */
  async end(id: string): Promise<void> {
    const redis = await this.connected();
    const sealed = await redis.hget(sessionKey(id), 'sealed');
    await this.remove(id, sealed ? this.opened(id, sealed)?.person.subject : undefined);
  }

  /** Ends all sessions of a person. Returns their number. */
  async endAll(subject: string): Promise<number> {
    const redis = await this.connected();
    return Number(await redis.eval(END_ALL, 1, this.personKey(subject), `${PREFIX}:session:`));
  }

  /** Takes the right to renew a session's tokens among all doors; undefined: another one has it. Returns how to give it back. */
  async lock(id: string): Promise<(() => Promise<void>) | undefined> {
    const redis = await this.connected();
    const key = `${PREFIX}:renewal:${sessionNameOf(id)}`;
    const owner = randomUUID();
    if ((await redis.set(key, owner, 'PX', LOCK_MS, 'NX')) !== 'OK') return undefined;
    return async () => void (await redis.eval(UNLOCK, 1, key, owner));
  }

  /** A request may come before the first connection stands. Later ones do not wait: a Redis that is away is said at once. */
  private async connected(): Promise<AnyRedis> {
    await this.started;
    return this.redis;
  }

  private async remove(id: string, subject: string | undefined): Promise<void> {
    const redis = await this.connected();
    await redis.del(sessionKey(id));
    if (subject !== undefined) await redis.zrem(this.personKey(subject), sessionNameOf(id));
  }

  private idleEnd(endsAt: number): number {
    return Math.min(this.now() + this.limits.idleMs, endsAt);
  }

  private personKey(subject: string): string {
    return `${PREFIX}:person:${hash('sha256', `${this.limits.issuer}\n${subject}`, 'base64url')}`;
  }

  private sealed(id: string, content: Sealed): string {
    return this.seal.seal(id, JSON.stringify(content));
  }

  /** Undefined: sealed by a key that is no longer configured, or for another id. */
  private opened(id: string, sealed: string): Sealed | undefined {
    try {
      return JSON.parse(this.seal.open(id, sealed)) as Sealed;
    } catch (error) {
      if (error instanceof JweError) return undefined;
      throw error;
    }
  }
}

const sessionKey = (id: string): string => `${PREFIX}:session:${sessionNameOf(id)}`;
