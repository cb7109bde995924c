import type { Env } from '../env.js';
import { userOf } from '../api/authenticate.js';
import type { ClockChange } from '../clock/sandbox-clock.js';
import { keyDigest } from '../env.js';
import { hashOf } from '../wallet/tokens.js';
import { openFurtherWorld, openWorld } from '../world.js';
import { type FurtherMerchant, keysOf, storeKeys, storeMerchant, storedMerchants } from './further-merchant.js';
import { Site } from './site.js';

/** How long a move of the clock waits for webhooks; the remaining ones are sent in the background. */
const CATCH_UP_MAX_MS = 30_000;
/** Every merchant keeps connections of its own, and a Postgres server has about a hundred. */
export const FURTHER_MERCHANTS_MAX = 10;
/** Bound on the cache of Authorization headers; there are fewer keys than this, but many spellings of one header. */
const KNOWN_HEADERS_MAX = 1_000;

/** A merchant beside the first one, with its world. */
type Further = { merchant: FurtherMerchant; readonly site: Site };

/**
 * The merchants of this sandbox. The first one's keys are settings of the process; further ones are added through
 * /control. Each has tables, keys, contract and webhooks of its own; clock, faults and the log of requests are shared.
 */
export class Merchants {
  private readonly furthers: Further[] = [];
  private readonly sitesByHeader = new Map<string, Site>();
  private isStarted = false;

  private constructor(readonly first: Site) {}

  static async open(env: Env): Promise<Merchants> {
    const world = await openWorld(env);
    const merchants = new Merchants(new Site(world));
    for (const merchant of await storedMerchants(world.database)) await merchants.openFurther(merchant);
    return merchants;
  }

  /** The worlds of all merchants, the first one's first. */
  get sites(): readonly Site[] {
    return [this.first, ...this.furthers.map(({ site }) => site)];
  }

  get further(): readonly FurtherMerchant[] {
    return this.furthers.map(({ merchant }) => merchant);
  }

  named(mId: string): Site | undefined {
    return this.sites.find(({ world }) => world.env.M_ID === mId);
  }

  /**
   * The merchant whose key or customer's token a request carries. The first one for credentials of no merchant: it
   * refuses them.
   */
  ofAuthorization(authorization = ''): Site | Promise<Site> {
    if (this.furthers.length === 0) return this.first;
    const known = this.sitesByHeader.get(authorization);
    if (known) return known;
    if (/^Bearer /i.test(authorization)) return this.ofToken(authorization.slice('Bearer '.length).trim());
    const user = userOf(authorization);
    const site = user === undefined ? undefined : this.withKey(user);
    if (site && this.sitesByHeader.size < KNOWN_HEADERS_MAX) this.sitesByHeader.set(authorization, site);
    return site ?? this.first;
  }

  /** The merchant with this secret key; compared by digest, so that the time says nothing about the key. */
  withKey(secretKey: string): Site | undefined {
    const presented = keyDigest(secretKey);
    return this.sites.find(({ world }) => world.env.SECRET_KEYS.some(({ digest }) => digest.equals(presented)));
  }

  private ofToken(accessToken: string): Promise<Site> {
    return this.holding('select 1 from wallet_customer where access_token_hash = $1', [hashOf(accessToken)]);
  }

  /** The merchant whose tables answer the query with a row; the first one if none does. */
  async holding(query: string, values: readonly unknown[]): Promise<Site> {
    if (this.furthers.length === 0) return this.first;
    const found = await Promise.all(this.sites.map(({ world }) => world.database.rows(query, values)));
    return this.sites[found.findIndex(([row]) => row !== undefined)] ?? this.first;
  }

  /** Adds a merchant with an empty world. Returns undefined if its mId is taken. */
  async add(merchant: FurtherMerchant): Promise<Site | undefined> {
    const isFirst = merchant.mId === this.first.world.env.M_ID;
    const isNew = !isFirst && (await this.first.world.database.transaction((sql) => storeMerchant(sql, merchant)));
    return isNew ? this.openFurther(merchant) : undefined;
  }

  /** Replaces keys of a further merchant. Keys of others, and requests under way, stay as they are. */
  async changeKeys(
    mId: string,
    keys: Partial<Pick<FurtherMerchant, 'secretKeys' | 'securityKeys'>>,
  ): Promise<FurtherMerchant | undefined> {
    const further = this.furthers.find(({ merchant }) => merchant.mId === mId);
    if (!further) return undefined;
    further.merchant = { ...further.merchant, ...keys };
    await storeKeys(this.first.world.database, further.merchant);
    // The world's parts share one object of settings, so that all of them use the new keys at once.
    Object.assign(further.site.world.env, keysOf(further.merchant));
    this.sitesByHeader.clear();
    return further.merchant;
  }

  private async openFurther(merchant: FurtherMerchant): Promise<Site> {
    const site = new Site(await openFurtherWorld(this.first.world, merchant));
    if (this.isStarted) await site.work.start();
    this.furthers.push({ merchant, site });
    return site;
  }

  /** Sets the clock of all merchants; everything due by the new time happens before this resolves. */
  async moveClock(change: ClockChange): Promise<void> {
    const { sites } = this;
    const { clock, database } = this.first.world;
    const move = async (): Promise<Date> => {
      await clock.set(database, change);
      const now = clock.now();
      for (const { work } of sites) await work.finishDue(now);
      return now;
    };
    // No merchant's search for due work runs while the clock moves: taken in one order, so that two moves cannot wait for
    // each other.
    const moveAlone = sites.reduceRight<() => Promise<Date>>(
      (inner, { work }) =>
        () =>
          work.alone(inner),
      move,
    );
    const until = await moveAlone();
    const deadline = Date.now() + CATCH_UP_MAX_MS;
    await Promise.all(sites.map(({ work }) => work.deliverUntil(until, deadline)));
  }

  async start(): Promise<void> {
    this.isStarted = true;
    for (const { work } of this.sites) await work.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.sites.map(({ work }) => work.stop()));
  }

  async close(): Promise<void> {
    await Promise.all(this.sites.map(({ world }) => world.database.close()));
  }
}
