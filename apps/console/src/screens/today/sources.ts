import { places } from '../../layout/places.js';
import { breakClassWords } from '../../texts/break-words.js';
import { wonOf } from '../../texts/amounts.js';
import { dayInKorea } from '../../texts/times.js';
import { earliest, momentOf, type Need, sumOfWon } from './need.js';
import { needOfList, sourceOf } from './source.js';

/** So many items of each list are looked at. */
const LOOKED_AT = { limit: '200' } as const;
/** Reasons for which a run waits for a person, and not for its time. */
const kept: readonly string[] = ['HALTED', 'LOCKED', 'BALANCE', 'RUN_CAP', 'DAY_CAP', 'DUPLICATE_RUN'];
const DAYS_OF_WARNING = '7';

/** Where "needs a person" comes from: one table over all services. */
export const sources = [
  sourceOf({
    ...{ key: 'runs', name: 'listRuns' },
    query: { state: 'draft' },
    of: ({ items }) =>
      items
        .filter(({ waiting }) => waiting?.for === 'APPROVAL')
        .map((run) => ({
          ...{ key: `run ${run.id}`, kind: 'RUN_TO_APPROVE', about: run.businessDate },
          ...{ count: 1, isMore: false, won: wonOf(run.total), place: places.run(run.id) },
          deadline: run.waiting?.until ?? run.businessDate,
        })),
  }),
  sourceOf({
    ...{ key: 'kept runs', name: 'listRuns' },
    query: LOOKED_AT,
    of: ({ items }) =>
      items
        .filter(({ state, waiting }) => state === 'stopped' || (waiting !== null && kept.includes(waiting.for)))
        .map((run) => ({
          ...{ key: `kept ${run.id}`, kind: 'RUN_KEPT' },
          ...{ about: run.businessDate, count: 1, isMore: false, won: wonOf(run.total) },
          ...{ deadline: run.waiting?.until ?? run.businessDate, place: places.run(run.id) },
        })),
  }),
  sourceOf({
    ...{ key: 'sending', name: 'getDispatchControl' },
    of: ({ state, waiting, openFindings, cover }) => [
      ...(state === 'open'
        ? []
        : [
            {
              ...{ key: 'halt', kind: 'SENDING_STOPPED', count: 1, isMore: false },
              ...{ deadline: null, won: wonOf(waiting), place: places.sending() },
            } satisfies Need,
          ]),
      ...(openFindings === 0
        ? []
        : [
            {
              ...{ key: 'findings', kind: 'FINDING' },
              ...{ count: openFindings, isMore: false, deadline: null, won: null, place: places.findings() },
            } satisfies Need,
          ]),
      ...(cover === null || wonOf(cover.shortBy) === 0n
        ? []
        : [
            {
              ...{ key: 'short', kind: 'BALANCE_SHORT', count: 1, isMore: false },
              ...{ deadline: cover.fundsOn, won: wonOf(cover.shortBy), place: places.sending() },
            } satisfies Need,
          ]),
    ],
  }),
  sourceOf({
    ...{ key: 'breaks', name: 'listBreaks' },
    query: { open: 'true', ...LOOKED_AT },
    of: ({ items, nextCursor }) =>
      [...Map.groupBy(items, (one) => one.class)].map(([of, breaks]) => ({
        ...{
          key: `break ${of}`,
          kind: 'BREAK',
          title: breakClassWords[of],
          count: breaks.length,
          isMore: nextCursor !== null,
        },
        deadline: earliest(breaks.map(({ dueAt }) => dueAt)),
        won: sumOfWon(breaks, ({ amount, currency }) =>
          amount === null || currency !== 'KRW' ? null : String(amount).replace('-', ''),
        ),
        place: places.breaks({ open: 'true', class: of }),
      })),
  }),
  sourceOf({
    ...{ key: 'unallocated', name: 'listUnallocatedPayments' },
    query: LOOKED_AT,
    of: (data) =>
      needOfList<'listUnallocatedPayments'>({
        ...{ key: 'unallocated', kind: 'UNALLOCATED_PAYMENT', data },
        place: places.unallocated(),
        wonOf: ({ amount, currency }) => (currency === 'KRW' ? amount : null),
      }),
  }),
  sourceOf({
    ...{ key: 'assumed', name: 'listCancels' },
    query: { allocation: 'assumed', ...LOOKED_AT },
    of: (data) =>
      needOfList<'listCancels'>({
        ...{ key: 'assumed', kind: 'ASSUMED_CANCEL', data },
        place: places.cancels({ allocation: 'assumed' }),
        wonOf: ({ amount }) => amount,
      }),
  }),
  sourceOf({
    ...{ key: 'accounts', name: 'listAccountChanges' },
    query: { open: 'true', ...LOOKED_AT },
    of: (data) =>
      needOfList<'listAccountChanges'>({
        ...{ key: 'accounts', kind: 'ACCOUNT_CHANGE', data, place: places.accountChanges({ open: 'true' }) },
        deadlineOf: ({ payableFrom }) => payableFrom,
      }),
  }),
  sourceOf({
    ...{ key: 'parked', name: 'listParkedPayouts' },
    query: LOOKED_AT,
    of: (data) =>
      needOfList<'listParkedPayouts'>({
        ...{ key: 'parked', kind: 'PARKED_PAYOUT', data, place: places.parked() },
        ...{ wonOf: ({ amount }) => amount, deadlineOf: ({ parkedAt }) => parkedAt },
      }),
  }),
  sourceOf({
    ...{ key: 'failed', name: 'listPayoutViews' },
    query: { owed: 'true', ...LOOKED_AT },
    of: (data) =>
      needOfList<'listPayoutViews'>({
        ...{ key: 'failed', kind: 'FAILED_PAYOUT', data, place: places.payouts({ owed: 'true' }) },
        wonOf: ({ amount }) => amount,
      }),
  }),
  sourceOf({
    ...{ key: 'invoices', name: 'listTaxInvoices' },
    query: { late: 'true', state: 'drafted', ...LOOKED_AT },
    of: (data) =>
      needOfList<'listTaxInvoices'>({
        ...{ key: 'invoices', kind: 'OVERDUE_INVOICE', data },
        place: places.taxInvoices({ late: 'true' }),
        ...{ wonOf: ({ total }) => total, deadlineOf: ({ issueBy }) => issueBy },
      }),
  }),
  sourceOf({
    ...{ key: 'mails', name: 'listStatementMails' },
    query: { state: 'failed', ...LOOKED_AT },
    of: (data) =>
      needOfList<'listStatementMails'>({
        ...{ key: 'mails', kind: 'FAILED_MAIL', data },
        place: places.statementMails({ state: 'failed' }),
      }),
  }),
  sourceOf({
    ...{ key: 'deadlines', name: 'listPaymentDeadlines' },
    query: { state: 'open', days: DAYS_OF_WARNING, ...LOOKED_AT },
    of: (data) =>
      needOfList<'listPaymentDeadlines'>({
        ...{ key: 'deadlines', kind: 'PAYMENT_DEADLINE', data },
        place: places.deadlines({ state: 'open', days: DAYS_OF_WARNING }),
        ...{ wonOf: ({ owed }) => owed, deadlineOf: ({ dueOn }) => dueOn },
      }),
  }),
  sourceOf({
    ...{ key: 'cash', name: 'forecastCash' },
    query: { days: '14' },
    of: ({ days }) => {
      const short = days.find(({ closing }) => wonOf(closing) < 0n);
      if (short === undefined) return [];
      return [
        {
          ...{ key: 'cash', kind: 'CASH_SHORT', count: 1, isMore: false },
          ...{ deadline: short.businessDate, won: -wonOf(short.closing), place: places.cash() },
        },
      ];
    },
  }),
  sourceOf({
    ...{ key: 'proof', name: 'listNightProofs' },
    query: { limit: '20' },
    of: ({ items }, now) => {
      const today = dayInKorea(now);
      // A proof that was made again counts for its night in place of the earlier one.
      const unproven = items.filter(
        (one) =>
          (one.state === 'UNPROVEN' || one.state === 'CHANGED') &&
          !items.some((later) => later.businessDate === one.businessDate && later.number > one.number),
      );
      // The proof of a night is taken at 03:00 of its date.
      const isMissing = !items.some(({ businessDate }) => businessDate === today) && now.getTime() > proofDue(today);
      if (unproven.length === 0 && !isMissing) return [];
      const isChanged = unproven.some(({ state }) => state === 'CHANGED');
      return [
        {
          ...{ key: 'proof', kind: 'PROOF_MISSING', isMore: false, won: null },
          ...{ count: unproven.length + (isMissing ? 1 : 0), deadline: today },
          place: unproven.length === 0 ? places.day(today) : places.proofs(isChanged ? {} : { state: 'UNPROVEN' }),
        },
      ];
    },
  }),
];

const PROOF_HOURS = 6 * 3_600_000;
const proofDue = (date: string): number => momentOf(date) - 24 * 3_600_000 + PROOF_HOURS;
