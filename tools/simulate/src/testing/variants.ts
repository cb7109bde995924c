import { CallError } from '@jeongsan/http-contract';
import { won } from '@jeongsan/money';
import { DispatchHalted, type PayoutRecords, type PayoutProvider, type PayoutStore } from '@jeongsan/payouts';
import type { ProviderPort } from '../provider/simulated-provider.js';
import type { Sabotage } from '../queue/handlers.js';

type Create = PayoutProvider['createPayouts'];
type Changed = Partial<PayoutRecords>;

/** Changes some answers of the payout records, in every transaction or in those of one decision. */
const records =
  (change: (records: PayoutRecords) => Changed, only?: string) =>
  (store: PayoutStore): PayoutStore => ({
    ...store,
    transaction: (decision, work) =>
      store.transaction(decision, (real) =>
        work(only === undefined || only === decision ? { ...real, ...change(real) } : real),
      ),
  });

/** Changes what the sender does with its request or hears of it. */
const sender =
  (change: (create: Create) => Create): NonNullable<Sabotage['provider']> =>
  (provider) => ({
    ...provider,
    fenced: (mayWrite) => ({ createPayouts: change(provider.fenced(mayWrite).createPayouts) }),
  });

/** Reads some errors of a request as a refusal of one item. */
const readAsRefusal = (isMisread: (error: CallError) => boolean) =>
  sender(
    (create) => (input, options) =>
      create(input, options).catch((error: unknown) => {
        if (error instanceof CallError && isMisread(error))
          throw new CallError('rejected', 400, 'FORBIDDEN_SELLER_PAYOUT', error.detail);
        throw error;
      }),
  );

const listing =
  (change: (list: PayoutProvider['listPayouts']) => PayoutProvider['listPayouts']): NonNullable<Sabotage['provider']> =>
  (provider): ProviderPort => ({ ...provider, listPayouts: change(provider.listPayouts) });

type Listed = Awaited<ReturnType<PayoutProvider['listPayouts']>>;
const ended = (answer: Listed): Listed => ({
  ...answer,
  entityBody: { ...answer.entityBody, hasMore: false, nextCursor: null },
});

const EMPTY_PAGE = { hasMore: false, size: 0, nextCursor: null, items: [] };

/** Every look counts as the second one, and as taken late enough for that. */
const oneListing = (store: PayoutStore): PayoutStore => ({
  ...records((real) => ({ batch: async (id) => secondLook(await real.batch(id)) }), 'conclude')(store),
  openBatch: async (id, now) => {
    const batch = secondLook(await store.openBatch(id, now));
    return batch && { ...batch, lackedBefore: batch.unknown, unknownForSeconds: batch.unknownForSeconds * 2 };
  },
});
const secondLook = <A extends { absentListings: number }>(batch: A | null): A | null =>
  batch && { ...batch, absentListings: 1 };

const anyTime =
  (store: PayoutStore): PayoutStore['openBatch'] =>
  async (id, now) => {
    const batch = await store.openBatch(id, now);
    return batch && { ...batch, unknownForSeconds: Number.POSITIVE_INFINITY };
  };

const noSettleDelay = (store: PayoutStore): PayoutStore => ({
  ...records((real) => ({
    enqueue: (job, data, now, options) => real.enqueue(job, data, now, job === 'payout-batch.resolve' ? {} : options),
  }))(store),
  openBatch: (id, now) => anyTime(store)(id, new Date(now.getTime() + 86_400_000)),
});

const passing = (error: unknown): true => {
  if (error instanceof DispatchHalted) return true;
  throw error;
};

/** As it was before somebody edited it. */
const unedited = <P extends { account_fingerprint: string }>(payout: P): P => ({
  ...payout,
  account_fingerprint: payout.account_fingerprint.replaceAll('!', ''),
});

/**
 * Ways to get it wrong, each of which somebody has shipped: they change what the core hears from its ports or what becomes of what
 * it says, and the oracle must see every one of them.
 */
export const variants: Readonly<Record<string, Sabotage>> = {
  'a duplicate reference is read as a refusal': {
    provider: readAsRefusal((error) => error.code === 'DUPLICATED_REF_PAYOUT_ID'),
  },
  'no reply is read as a refusal': { provider: readAsRefusal((error) => error.code === 'NO_REPLY') },
  'a server error is read as a refusal': { provider: readAsRefusal((error) => error.status >= 500) },
  'one listing is enough': { store: oneListing },
  'the listing is asked without a settle delay': { store: noSettleDelay },
  'the settle delay is taken by a clock that jumps': { store: (store) => ({ ...store, openBatch: anyTime(store) }) },
  'a listing that breaks off counts as read to its end': {
    provider: listing(
      (list) => (input) =>
        list(input).catch(() => ({
          version: '',
          traceId: '',
          entityType: 'payout-list' as const,
          entityBody: EMPTY_PAGE,
        })),
    ),
  },
  'only the first page of a listing is read': {
    provider: listing((list) => async (input) => ended(await list(input))),
  },
  'a page that promises more without a cursor is the last one': {
    provider: listing((list) => async (input) => {
      const answer = await list(input);
      return answer.entityBody.nextCursor === null ? ended(answer) : answer;
    }),
  },
  'a cursor that stands still is the end': {
    provider: listing((list) => async (input) => {
      const answer = await list(input);
      return answer.entityBody.nextCursor === input.query.startingAfter ? ended(answer) : answer;
    }),
  },
  'a page that is told again is read as if it were the next': {
    provider: listing((list) => {
      const told = new Set<string>();
      return async (input) => {
        const answer = await list(input);
        const items = answer.entityBody.items.filter(({ id }) => !told.has(id));
        for (const { id } of items) told.add(id);
        return { ...answer, entityBody: { ...answer.entityBody, items, size: items.length } };
      };
    }),
  },
  'the fence is not asked before the first byte': {
    provider: (provider) => ({ ...provider, fenced: () => provider.fenced(async () => undefined) }),
  },
  'the switch is not asked before the first byte': {
    store: (store) => ({ ...store, renewClaim: (claim) => store.renewClaim(claim).catch(passing) }),
  },
  'the fence is not asked before the outcome is recorded': {
    store: (store, _, notes) =>
      records(
        (real) => ({
          batchHead: async (id) => {
            const batch = await real.batchHead(id);
            return batch && { ...batch, state: 'sending', fence: notes.claim?.fence ?? batch.fence };
          },
        }),
        'record',
      )(store),
  },
  'a batch whose sender fell silent is sent again': {
    store: records(
      (real) => ({
        batch: async (id) => {
          const batch = await real.batch(id);
          const isSilent = batch?.state === 'sending' && (batch.silentForSeconds ?? 0) > 90;
          return batch && isSilent ? { ...batch, state: 'prepared' } : batch;
        },
      }),
      'claim',
    ),
  },
  'every try gets a reference of its own': {
    provider: (provider, world) => ({
      ...provider,
      fenced: (mayWrite) => ({
        createPayouts: (input, options) => {
          const list = Array.isArray(input.body) ? input.body : [input.body];
          const body = list.map((item) => ({ ...item, refPayoutId: `${item.refPayoutId}-${world.operations}` }));
          return provider.fenced(mayWrite).createPayouts({ body }, options);
        },
      }),
    }),
  },
  'amounts are not compared': {
    provider: sender((create) => async (input, options) => {
      const answer = await create(input, options);
      const asked = new Map(
        (Array.isArray(input.body) ? input.body : [input.body]).map((i) => [i.refPayoutId, i.amount]),
      );
      const items = answer.entityBody.items.map((p) => ({ ...p, amount: asked.get(p.refPayoutId ?? '') ?? won(0n) }));
      return { ...answer, entityBody: { ...answer.entityBody, items } };
    }),
  },
  'the week of a seller under review is not counted': {
    store: records((real) => ({
      sellerFacts: async (payouts, now) => {
        const facts = await real.sellerFacts(payouts, now);
        return new Map([...facts].map(([id, seller]) => [id, { ...seller, paidThisWeek: 0n }]));
      },
    })),
  },
  'a changed account is paid before anybody confirmed it': {
    store: records((real) => ({
      sellerFacts: async (payouts, now) => {
        const facts = await real.sellerFacts(payouts, now);
        return new Map([...facts].map(([id, seller]) => [id, { ...seller, accountWaits: false }]));
      },
    })),
  },
  'what was edited after its approval is sent': {
    store: records((real) => ({
      reservedPayouts: async (runId, max, from) => (await real.reservedPayouts(runId, max, from)).map(unedited),
      recipients: async (batchId, now) =>
        (await real.recipients(batchId, now)).map((r) => ({ ...r, payout: unedited(r.payout) })),
    })),
  },
  'a webhook is believed without a look': {
    provider: (provider, world) => ({
      ...provider,
      getPayout: async (input) => {
        const answer = await provider.getPayout(input);
        const isSlandered = world.exchange.slandered.has(input.params.id);
        return isSlandered ? { ...answer, entityBody: { ...answer.entityBody, status: 'FAILED' } } : answer;
      },
    }),
  },
  'books are written beside the transaction': {
    store: (store, world) =>
      records((real) => ({
        post: async (postings) => {
          if (!world.random.chance(0.05)) await real.post(postings);
        },
      }))(store),
  },
  'news is told beside the transaction': {
    store: (store, world) =>
      records((real) => ({
        announce: async (moves, now) => {
          if (!world.random.chance(0.05)) await real.announce(moves, now);
        },
      }))(store),
  },
  'a payout is parked and nobody is told': {
    store: records((real) => ({
      emit: async (type, events, now) => {
        if (type !== 'payout.parked') await real.emit(type, events, now);
      },
    })),
  },
  'a run is closed with payouts still reserved': {
    store: (store, world) =>
      records(() => ({
        closeRunIfDone: async (runId) => {
          const run = world.books.runs.get(runId);
          if (run?.state === 'dispatching') run.state = 'closed';
        },
      }))(store),
  },
};
