import { CallError } from '@jeongsan/http-contract';
import { won } from '@jeongsan/money';
import type { FencedProvider, PayoutProvider, ProviderPayout } from '@jeongsan/payouts';
import type { Notes } from '../books/notes.js';
import type { Chance } from '../history/faults.js';
import type { Crew } from '../queue/crew.js';
import type { Task } from '../time/task.js';
import type { World } from '../world.js';
import type { Request } from './exchange.js';
import type { BookedPayout, Wanted } from './provider-book.js';

/** Time limit of createPayouts (provider-contract: payouts.contract.ts). */
const TIMEOUT_MS = 60_000;
/**
 * The most time between sending a request and its payouts being visible in listings. A sender records "unknown" immediately at
 * the earliest, and the second listing is at least two settle delays later: a payout that the second listing lacks was never
 * made.
 */
const SETTLED_MS = 119_000;
const LATE_COMMIT_MS = { min: 61_000, max: 110_000 };

export type ProviderPort = PayoutProvider & FencedProvider;
type CreateInput = Parameters<PayoutProvider['createPayouts']>[0];
type CreateOptions = Parameters<PayoutProvider['createPayouts']>[1];
type ListInput = Parameters<PayoutProvider['listPayouts']>[0];

const envelope = { version: '2022-11-16', traceId: 'simulated' } as const;
const unknown = (status: number, code: string): CallError => new CallError('unknown', status, code, '');
const noReply = (): CallError => unknown(0, 'NO_REPLY');

/** The provider for one task, over a network that loses, delays, duplicates and garbles messages. */
export function simulatedProvider(world: World, task: Task, crew: Crew, notes: Notes, pageSize: number): ProviderPort {
  const call = { world, task, crew, notes, pageSize };
  const never = (): Promise<never> => Promise.reject(new Error('Payouts are asked for through a fence only'));
  return {
    getBalance: () => getBalance(call),
    createPayouts: never,
    getPayout: (input) => getPayout(call, input.params.id),
    listPayouts: (input) => listPayouts(call, input),
    fenced: (mayWrite) => ({ createPayouts: (input, options) => createPayouts(call, mayWrite, input, options) }),
  };
}

type Call = Readonly<{ world: World; task: Task; crew: Crew; notes: Notes; pageSize: number }>;

async function travel({ world, task, crew }: Call): Promise<void> {
  world.operations += 1;
  await task.pause(world.random.integer(10, 400) + crew.stall(task));
}

async function getBalance(call: Call): ReturnType<PayoutProvider['getBalance']> {
  await travel(call);
  if (call.world.faults.strikes('balance unknown')) throw noReply();
  const availableAmount = won(call.world.provider.available);
  return { ...envelope, entityType: 'balance', entityBody: { availableAmount, pendingAmount: won(0n) } };
}

async function getPayout(call: Call, id: string): ReturnType<PayoutProvider['getPayout']> {
  await travel(call);
  const { world } = call;
  if (world.faults.strikes('read lost')) throw noReply();
  const found = world.provider.byId.get(id);
  if (!found || found.visibleAt > world.agenda.now) throw new CallError('rejected', 404, 'PAYOUT_NOT_FOUND', '');
  return { ...envelope, entityType: 'payout', entityBody: show(call, found) };
}

async function listPayouts(call: Call, { query }: ListInput): ReturnType<PayoutProvider['listPayouts']> {
  await travel(call);
  const { faults } = call.world;
  if (faults.strikes('listing broken off'))
    throw faults.strikes('too many requests') ? unknown(429, 'TOO_MANY_REQUESTS') : noReply();
  const isAgain = query.startingAfter !== undefined && faults.strikes('page told again');
  const page = pageAt(call, isAgain ? { ...query, startingAfter: undefined } : query);
  if (isAgain) return listOf({ ...page, hasMore: false, nextCursor: null });
  if (!page.hasMore) return listOf(page);
  if (faults.strikes('listing without a cursor')) return listOf({ ...page, nextCursor: null });
  if (query.startingAfter !== undefined && faults.strikes('cursor stands still'))
    return listOf({ ...page, nextCursor: query.startingAfter });
  return listOf(page);
}

type PayoutPage = Omit<Awaited<ReturnType<PayoutProvider['listPayouts']>>['entityBody'], 'size'>;

const listOf = (page: PayoutPage) => ({
  ...envelope,
  entityType: 'payout-list' as const,
  entityBody: { ...page, size: page.items.length },
});

/** The correct page. */
function pageAt(
  call: Call,
  query: Omit<ListInput['query'], 'startingAfter'> & { startingAfter?: string | undefined },
): PayoutPage {
  const { provider, agenda } = call.world;
  const { payoutDateGte = '', payoutDateLte = '9999', startingAfter, limit = 10 } = query;
  const after = startingAfter === undefined ? 0 : provider.payouts.findIndex((p) => p.id === startingAfter) + 1;
  const matching = provider.payouts
    .slice(after)
    .filter((p) => p.visibleAt <= agenda.now && payoutDateGte <= p.payoutDate && p.payoutDate <= payoutDateLte);
  const items = matching.slice(0, Math.min(limit, call.pageSize)).map((p) => show(call, p));
  const hasMore = matching.length > items.length;
  const nextCursor = hasMore ? (items.at(-1)?.id ?? null) : null;
  return { hasMore, nextCursor, items };
}

async function createPayouts(
  call: Call,
  mayWrite: () => Promise<void>,
  { body }: CreateInput,
  options: CreateOptions,
): ReturnType<PayoutProvider['createPayouts']> {
  const { world } = call;
  await travel(call);
  // Any error below the client means that there was no reply, including a refused fence (libs/http-contract/src/client.ts).
  await mayWrite().catch((cause: unknown) => {
    throw new CallError('unknown', 0, 'NO_REPLY', 'No reply arrived', { cause });
  });
  const list = Array.isArray(body) ? body : [body];
  const wanted = list.map((item): Wanted => ({
    ref: item.refPayoutId,
    destination: item.destination,
    amount: item.amount.minor,
    scheduleType: item.scheduleType,
    payoutDate: item.payoutDate ?? null,
    description: item.transactionDescription,
  }));
  const key = options?.idempotencyKey ?? null;
  world.oracle.bytesLeave(call.notes.claim, key, wanted);
  const payouts = await exchanged(call, key, wanted);
  const items = garbled(call, payouts);
  return listOf({ hasMore: false, nextCursor: null, items });
}

/** Sends one request, and returns or throws what its sender receives. */
async function exchanged(call: Call, key: string | null, wanted: readonly Wanted[]): Promise<readonly BookedPayout[]> {
  const { world, task } = call;
  const { faults, random, exchange } = world;
  const strikes = (kind: Chance) => faults.strikes(kind);
  if (strikes('too many requests')) throw unknown(429, 'TOO_MANY_REQUESTS');
  if (strikes('no reply before commit')) {
    await task.pause(random.chance(0.5) ? TIMEOUT_MS : random.integer(1, 500));
    throw noReply();
  }
  if (strikes('server error before commit')) {
    await task.pause(random.integer(10, 30_000));
    throw unknown(random.pick([500, 502, 503]), 'NO_CODE');
  }
  const isLate = strikes('late commit');
  const arrives = isLate ? random.integer(LATE_COMMIT_MS.min, LATE_COMMIT_MS.max) : random.integer(5, 900);
  const visible = strikes('payout visible late') ? random.integer(0, SETTLED_MS - arrives) : 0;
  const request = exchange.send(wanted, key, arrives, visible);
  if (strikes('request doubled')) exchange.sendAgain(wanted, key, arrives + random.integer(1, 4_000), visible);
  if (isLate) {
    await task.pause(TIMEOUT_MS);
    throw noReply();
  }
  if (strikes('told to wait')) {
    await task.pause(random.integer(1, arrives));
    throw unknown(409, 'IDEMPOTENT_REQUEST_PROCESSING');
  }
  if (strikes('duplicate told of a commit'))
    return replyTo(call, exchange.send(wanted, null, arrives + 1, visible), arrives + 2);
  if (strikes('no reply after commit')) {
    await task.pause(TIMEOUT_MS);
    throw noReply();
  }
  return replyTo(call, request, arrives + random.integer(1, 400) + call.crew.stall(task));
}

/** The provider's answer to a request that has arrived, unless the answer is lost on its way. */
async function replyTo({ world, task }: Call, request: Request, afterMs: number): Promise<readonly BookedPayout[]> {
  await task.pause(afterMs);
  const { faults, random } = world;
  if (faults.strikes('server error after commit')) throw unknown(random.pick([500, 502, 503]), 'NO_CODE');
  if (faults.strikes('reply truncated') || faults.strikes('unknown status')) throw unknown(200, 'CONTRACT_DRIFT');
  const { answer } = request;
  if (answer === undefined) throw noReply();
  if (answer.kind === 'accepted') return answer.payouts;
  throw new CallError('rejected', 400, answer.code, answer.detail);
}

/** A reply that can be decoded but has wrong content. */
function garbled(call: Call, payouts: readonly BookedPayout[]): ProviderPayout[] {
  const { faults, random, provider } = call.world;
  let list = [...payouts];
  if (faults.strikes('items reordered')) list = random.shuffle(list);
  if (faults.strikes('item missing')) list.splice(random.integer(0, list.length - 1), 1);
  if (faults.strikes('items of another request'))
    list = provider.payouts.filter((p) => p.request !== payouts[0]?.request).slice(0, list.length);
  return list.map((p) => show(call, p));
}

/** The payout object of document 2 section 2.9; sometimes with a wrong amount. */
function show({ world, notes }: Call, p: BookedPayout): ProviderPayout {
  const amount = world.faults.strikes('another amount') ? p.amount + 1n : p.amount;
  notes.shown.set(p.ref, amount);
  return {
    id: p.id,
    refPayoutId: p.ref,
    destination: p.destination,
    scheduleType: p.scheduleType,
    payoutDate: p.payoutDate,
    amount: won(amount),
    transactionDescription: p.description,
    requestedAt: new Date(p.requestedAt),
    status: p.status,
    error: p.error,
    metadata: null,
  };
}
