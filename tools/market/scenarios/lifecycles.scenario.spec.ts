import { addDays, instantAt } from '@jeongsan/calendar';
import { CallError } from '@jeongsan/http-contract';
import { inParallel } from '../src/play/in-parallel.js';
import { differences, flawsOfNights } from './walks/compare.js';
import { FIRST_DAY, openStage, type SideName, type Stage } from './walks/stage.js';
import { paymentRows, refundRows, reservationRows, type Act, type Row } from './walks/table-rows.js';
import { Walk } from './walks/walk.js';
import { otherRows, wayRows } from './walks/way-rows.js';

const AT_ONCE = 16;
/** Nights after the last act: the longest waits are a virtual account's, seven days, and a refund's, two. */
const NIGHTS_AFTER = 8;

type Walked = Readonly<{ walk: Walk; row: Row; acts: readonly Act[] }>;

let stage: Stage;
let walked: Walked[];
const asked = new Map<string, readonly bigint[]>();
beforeAll(async () => {
  stage = await openStage('scenario-lifecycles');
  walked = [...paymentRows(), ...refundRows(), ...reservationRows(), ...wayRows(), ...otherRows()].flatMap(onEachSide);
}, 180_000);
afterAll(() => stage?.close());

let numbered = 0;
/** Through us an order is registered first; beside us it is registered first, or when all has happened to its payment. */
function onEachSide(row: Row): Walked[] {
  const sides: readonly SideName[] = row.sides ?? ['gateway', 'provider'];
  return sides.map((side) => {
    const walk = new Walk(stage, `${row.name} (${side})`, side, (numbered += 1), asked);
    const isFirst = row.isNumbered && (side === 'gateway' || row.daily !== undefined || numbered % 4 < 2);
    const register: Act = async () => (walk.paymentKey === undefined && !row.isNumbered ? undefined : walk.register());
    return { walk, row, acts: isFirst ? [register, ...row.acts] : [...row.acts, register] };
  });
}

/** Each order takes its next act; a failure names the path. */
const together = (acts: readonly (readonly [Walk, Act | undefined])[]): Promise<void> =>
  inParallel(acts, AT_ONCE, async ([walk, act]) => {
    await act?.(walk).catch((error: unknown) => {
      const detail = error instanceof CallError ? error.detail : '';
      throw new Error(`${walk.name}: ${String(error)} ${detail}`, { cause: error });
    });
  });

test('every path of every table ends with the same money in the ledger, in the order and at the provider', async () => {
  const rounds = Math.max(...walked.map(({ acts }) => acts.length));
  for (let round = 0; round < rounds; round += 1) {
    await stage.moveTo(minuteOf(round));
    await together(walked.map(({ walk, acts }) => [walk, acts[round]]));
    await stage.letUntil(new Date(minuteOf(round).getTime() + 45_000));
  }
  // No webhook reports a charge of a billing key beside us: the night finds it.
  await stage.letUntil(instantAt(addDays(FIRST_DAY, 1), '03:00:05'));
  expect(await differences(stage, salesOf(walked), asked)).toEqual([]);
  expect(await wrongEnds(walked.filter(({ row }) => !isUnpaid(row)))).toEqual([]);
});

const minuteOf = (round: number): Date => new Date(instantAt(FIRST_DAY, '12:00:00').getTime() + round * 60_000);
const salesOf = (all: readonly Walked[]) => all.map(({ walk }) => walk);

test('refunds end in every way of their table, night after night, and every night is proven', async () => {
  const daily = walked.filter(({ row }) => row.daily !== undefined);
  const days = Math.max(...daily.map(({ row }) => row.daily?.length ?? 0)) + NIGHTS_AFTER;
  const dates = Array.from({ length: days }, (_, day) => addDays(FIRST_DAY, day + 1));
  for (const [day, date] of dates.entries()) {
    if (day > 0) await stage.letUntil(instantAt(date, '03:00:05'));
    await stage.letUntil(instantAt(date, '12:30:00'));
    await together(daily.map(({ walk, row }) => [walk, row.daily?.[day]]));
    await stage.letUntil(instantAt(date, '23:00:00'));
    await together(daily.map(({ walk }) => [walk, walk.noteRefunds]));
  }
  expect(await differences(stage, salesOf(walked), asked)).toEqual([]);
  expect(await flawsOfNights(stage, dates)).toEqual([]);
  expect(await wrongEnds(walked.filter(({ row }) => isUnpaid(row)))).toEqual([]);
});

/** Whether a payment was never confirmed: within the hour it has expired. */
const isUnpaid = ({ ends = '' }: Row): boolean => ['EXPIRED', 'READY', 'IN_PROGRESS'].includes(ends);

/** The payments whose status at the provider is not the end of their path. */
async function wrongEnds(all: readonly Walked[]): Promise<string[]> {
  const known = all.filter(({ row }) => row.ends !== undefined);
  const ends = await Promise.all(
    known.map(async ({ walk, row }) => {
      const { status } = await walk.seen();
      return status === (isUnpaid(row) ? 'EXPIRED' : row.ends) ? [] : [`${walk.name}: ${status}`];
    }),
  );
  return ends.flat();
}
