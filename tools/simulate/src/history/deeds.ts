import { weighted, type Random } from '@jeongsan/random';
import type { SellerStatus } from '@jeongsan/provider-contract';
import type { SellerState } from '@jeongsan/state-machines';
import type { SellerRow } from '../books/rows.js';
import { logarithmic } from '../time/logarithmic.js';
import type { World } from '../world.js';
import { approveRun, draftRun, earn, letGo, refund } from './money.js';

/** An act of people, machines or the market at some moment of a history. */
export type Deed = (world: World, repairs: Repairs) => void | Promise<void>;
/** Registers a repair of a deed: runs after a time, at the latest when the troubled time ends. */
export type Repairs = (afterMs: number, repair: () => void | Promise<void>) => void;

const HOUR_MS = 3_600_000;
const AMOUNTS = [
  1n,
  999n,
  4_200n,
  50_000n,
  999_999n,
  3_000_000n,
  4_999_999n,
  5_000_000n,
  9_999_999n,
  10_000_000n,
  10_000_001n,
] as const;

const anySeller = ({ books, random }: World): SellerRow => random.pick([...books.sellers.values()]);
export const anyAmount = (random: Random): bigint => random.pick(AMOUNTS);

/** The provider changes a seller's status; the platform learns of it later. */
function reviewed(world: World, seller: SellerRow, status: SellerStatus, state: SellerState): void {
  const theirs = world.provider.sellers.get(seller.providerSellerId);
  if (!theirs || theirs.deleted) return;
  theirs.status = status;
  hears(world, seller, state);
}

function hears(world: World, seller: SellerRow, state: SellerState): void {
  world.agenda.after(logarithmic(world.random, 3, 22), () =>
    world.database.transact(`seller ${state}`, async (_, changes) => {
      if (seller.state !== 'closed') world.books.change(seller, { state }, changes);
    }),
  );
}

async function hold(world: World): Promise<void> {
  const { database, books } = world;
  const { id } = anySeller(world);
  await database.transact('hold', (records) => records.holdSeller(id, 'OPERATOR', 'by hand', database.now));
  world.agenda.after(logarithmic(world.random, 10, 26), () =>
    database.transact('release hold', async (_, changes) => {
      for (const held of books.holds)
        if (held.sellerId === id && held.isOpen) books.change(held, { isOpen: false }, changes);
    }),
  );
}

/** A payout's row is changed behind the platform's back and restored after a while; then the run is approved again. */
function edit(world: World, repairs: Repairs): void {
  const { books, random, faults } = world;
  const reserved = [...books.payouts.values()].filter(
    (p) => p.state === 'reserved' && books.runs.get(p.run_id)?.state !== 'draft',
  );
  if (reserved.length === 0) return;
  faults.count('payout edited');
  const row = random.pick(reserved);
  row.account_fingerprint += '!';
  repairs(logarithmic(random, 8, 22), async () => {
    row.account_fingerprint = row.account_fingerprint.replaceAll('!', '');
    await approveRun(world, row.run_id);
  });
}

/** A seller gets another account. A person or a waiting time confirms it; sometimes the account changes again before. */
function moveAccount(world: World, repairs: Repairs): void {
  world.faults.count('account changed');
  const seller = anySeller(world);
  seller.accountFingerprint += '+';
  seller.accountWaits = true;
  const waiting = seller.accountFingerprint;
  repairs(logarithmic(world.random, 8, 26), () => {
    if (seller.accountFingerprint === waiting) seller.accountWaits = false;
  });
}

function jump(world: World): void {
  world.faults.count('clock jumped');
  world.queue.jump(world.random.pick([HOUR_MS, -HOUR_MS]));
}

function drain(world: World, repairs: Repairs): void {
  const { provider, random, faults } = world;
  faults.count('balance drained');
  const taken = (provider.available * BigInt(random.integer(100, 1_000))) / 1_000n;
  provider.available -= taken;
  repairs(logarithmic(random, 12, 26), () => {
    provider.available += taken;
  });
}

/** A person stops all sending, and later a person resumes it. */
async function halt(world: World, repairs: Repairs): Promise<void> {
  const { books, database, faults, random } = world;
  if (books.control.isHalted) return;
  faults.count('sending stopped');
  await database.transact('halt', async (_, changes) => books.change(books.control, { isHalted: true }, changes));
  repairs(logarithmic(random, 3, 24), () => letGo(world));
}

function flush({ faults, queue }: World): void {
  faults.count('queues flushed');
  queue.flush();
}

function killOne({ faults, crew, random }: World): void {
  faults.count('worker killed');
  crew.kill(random.integer(1, crew.size));
}

function leave(world: World): void {
  world.faults.count('all workers away');
  world.queue.leave(logarithmic(world.random, 15, 28));
}

/** A job is enqueued a second time: by a second operator, an impatient one, or an old message. */
async function repeat(world: World): Promise<void> {
  const { books, database, random, faults } = world;
  if (books.outbox.length === 0) return;
  const { job, data } = random.pick(books.outbox);
  faults.count('job repeated');
  await database.transact('repeat', (records) => records.enqueue(job, data as never, database.now));
}

/** A forged webhook, about an existing payout or about one that does not exist. */
async function forge(world: World): Promise<void> {
  const { provider, random, faults, exchange } = world;
  faults.count('webhook forged');
  const real = provider.payouts.length > 0 && random.chance(0.8);
  const id = real ? random.pick(provider.payouts).id : 'payout_of_nobody';
  exchange.slandered.add(id);
  await exchange.nudge(id);
}

export async function startRun(world: World): Promise<void> {
  const runId = await draftRun(world);
  if (runId === null) return;
  const { random, agenda } = world;
  agenda.after(logarithmic(random, 2, 12), () => approveRun(world, runId));
  // Two operators act at the same time.
  if (random.chance(0.2)) agenda.after(logarithmic(random, 2, 12), () => approveRun(world, runId));
}

// prettier-ignore
const deeds: readonly (readonly [Deed, number])[] = [
  [(w) => earn(w, anySeller(w).id, anyAmount(w.random)), 3],
  [(w) => refund(w, anySeller(w).id, anyAmount(w.random)), 8],
  [hold, 5],
  [(w) => { w.faults.count('seller under review'); reviewed(w, anySeller(w), 'KYC_REQUIRED', 'kyc_required'); }, 5],
  [(w) => reviewed(w, anySeller(w), 'APPROVED', 'approved'), 4],
  [(w) => { w.faults.count('seller deleted'); const s = anySeller(w); const t = w.provider.sellers.get(s.providerSellerId); if (t) t.deleted = true; hears(w, s, 'closed'); }, 1],
  [moveAccount, 2],
  [(w) => w.exchange.end(w.random.pick(['CANCELED', 'REJECTED', 'DELETED'] as const)), 5],
  [flush, 4],
  [killOne, 6],
  [leave, 2],
  [jump, 3],
  [drain, 2],
  [edit, 2],
  [halt, 4],
  [repeat, 7],
  [forge, 5],
  [startRun, 1],
];
export const drawDeed = weighted(deeds);
/** Deeds that are always possible, for histories that had too few events. */
export const drawBlow = weighted<Deed>([
  [repeat, 3],
  [forge, 2],
  [flush, 1],
  [killOne, 2],
]);
