import { transaction } from '@jeongsan/database';
import type { Send } from '@jeongsan/http-contract';
import type { MangleVariant } from '@jeongsan/sandbox-control';
import { compareProvider } from '../compare-provider/compare-provider.js';
import { approveDecision } from '../decide-parked/decide-proposal.js';
import { readParked } from '../decide-parked/parked-rows.js';
import { proposeDecision } from '../decide-parked/propose-decision.js';
import { payoutWorld } from '../../../testing/payout-world.js';
import { personOf, rules } from '../../../testing/people.js';

jest.setTimeout(30_000);
const world = payoutWorld();
const lies = ['no-cursor', 'stuck-cursor', 'repeated-page'] as const satisfies readonly MangleVariant[];

const unanswered = async (): Promise<string[]> => {
  const rows = await world.db.query<{ ref: string }[]>(
    `select ref_payout_id as ref from payouts.payout where amount > 5000`,
  );
  return rows.map(({ ref }) => ref);
};
const lie = (variant: MangleVariant, omits: readonly string[]) =>
  world.fault({ operation: 'listPayouts', kind: 'mangle', variant, omits: [...omits], times: 1_000 });

/** Pays another seller on the same day, so that no page of the day's listing is empty. */
async function paidBefore(): Promise<void> {
  await world.seller(5_000n);
  await world.draft('2026-05-08');
  await world.work();
}

/** Counts the requested pages of the listing. */
function counting(): { pages: number } {
  const asked = { pages: 0 };
  world.between = (send: Send) => (request) => {
    if (request.method === 'GET' && request.url.includes('/v2/payouts?')) asked.pages += 1;
    return send(request);
  };
  return asked;
}

test.each(lies)(
  'a payout that a lying listing (%s) does not show is not sent again: its money stays reserved',
  async (variant) => {
    await paidBefore();
    const [large = '', small = ''] = await world.sellers(890_000n, 10_000n);
    await world.draft();
    await world.fault({ operation: 'createPayouts', kind: 'drop-after-commit', times: 1 });
    await lie(variant, await unanswered());
    const asked = counting();
    await world.work({ isPatient: true });
    const LOOKS = 4;
    for (let look = 0; look < LOOKS; look += 1) {
      world.later(world.policy.settleSeconds + 1);
      await world.work({ isPatient: true });
    }
    expect(await world.states()).toEqual({ in_transit: 1, unknown: 2 });
    // Each run has one batch, and no look counts as evidence.
    expect(await world.db.query(`select from payouts.batch`)).toHaveLength(2);
    expect(await world.db.query(`select from payouts.absent_listing`)).toEqual([]);
    expect([await world.account(large, 'reserved'), await world.account(small, 'reserved')]).toEqual([
      890_000n,
      10_000n,
    ]);
    // The looks are bounded: no endless repetition.
    expect([asked.pages >= LOOKS, asked.pages <= LOOKS * 2]).toEqual([true, true]);

    await world.sandbox.control.clearFaults({});
    world.later(61);
    await world.work();
    expect(await world.states()).toEqual({ in_transit: 3 });
    expect((await world.atProvider()).map(({ amount }) => amount).sort()).toEqual([10_000n, 5_000n, 890_000n]);
  },
);

test.each(lies)(
  'nobody declares a payout never made by a lying listing (%s), nor are the books compared with it',
  async (variant) => {
    await paidBefore();
    const [seller = ''] = await world.sellers(890_000n, 10_000n);
    await world.draft();
    await world.fault({ operation: 'createPayouts', kind: 'drop-after-commit', times: 1 });
    await world.work();
    await world.db.query(`update payouts.payout set state = 'parked' where amount = 890000`);
    const { items } = await readParked(world.db, {});
    const asked = { kind: 'NEVER_MADE', reason: 'not in the console of the provider' } as const;
    const { id } = await transaction(world.db, (tx) =>
      proposeDecision(tx, items[0]?.payoutId ?? '', asked, personOf('kim', 'operator'), world.now()),
    );
    await lie(variant, await unanswered());
    const { api } = world.provider();
    await expect(approveDecision(world.db, api, id, personOf('lee'), rules, world.now())).rejects.toMatchObject({
      code: 'PARKED_PROVIDER_AWAY',
    });
    await expect(compareProvider(world.db, api, world.policy, 7, world.now)).rejects.toMatchObject({
      code: 'INCOMPLETE_LISTING',
    });
    expect(await world.account(seller, 'reserved')).toBe(890_000n);
    expect(await readParked(world.db, {})).toMatchObject({ items: [{ proposal: { id } }] });
  },
);
