import { decodeInput, type Endpoint, type Input, Refusal } from '@jeongsan/http-contract';
import { type Caller, idOfRequest } from '@jeongsan/nest-kit';
import {
  adjustBreak,
  approveBreakDecision,
  assignBreak as assignContract,
  commentBreak as commentContract,
  declineBreakDecision,
  explainBreak,
  forceBreak,
  getBreak,
  refuse,
  reopenBreak as reopenContract,
  type SheetKind,
  type SheetOutcome,
  type SheetVerb,
  sheetVerbs,
  unassignBreak as unassignContract,
} from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import { type z, ZodError } from 'zod';
import type { BreakPolicy } from '../resolve-break/break-policy.js';
import { changedSince, lockBreak } from '../resolve-break/change-break.js';
import { assignBreak, commentBreak, unassignBreak } from '../resolve-break/handle-break.js';
import type { AskedWay } from '../resolve-break/plan-settlement.js';
import { approveDecision, declineDecision, settleBreak } from '../resolve-break/settle-break.js';
import type { AskedRow } from './parse-sheet.js';
import { filledColumns } from './sheet-columns.js';

/** The transaction and the person in whose name the rows of a sheet act. */
export type Acting = Readonly<{
  tx: EntityManager;
  sheetId: string;
  kind: SheetKind;
  caller: Caller;
  policy: BreakPolicy;
  now: Date;
}>;
type Done = Exclude<SheetOutcome['outcome'], 'refused'>;
type Act = (row: AskedRow, acting: Acting) => Promise<Done>;

/** Each verb reads its row as its endpoint reads a request, and calls the function of the endpoint. */
const acts: Readonly<Record<SheetVerb, Act>> = {
  explain: (row, acting) => settle(row, acting, { ...bodyOf(explainBreak, row), way: 'expect' }),
  adjust: (row, acting) => settle(row, acting, { ...bodyOf(adjustBreak, row), way: 'adjust' }),
  force: (row, acting) => settle(row, acting, { ...bodyOf(forceBreak, row), way: 'force' }),
  reopen: async (row, acting) => {
    const done = await settle(row, acting, { ...bodyOf(reopenContract, row), way: 'reopen' });
    return done === 'settled' ? 'reopened' : done;
  },
  assign: async (row, { tx, caller, now }) => {
    await assignBreak(tx, row.cells.id, bodyOf(assignContract, row), caller, now);
    return 'assigned';
  },
  unassign: async (row, { tx, caller, now }) => {
    await unassignBreak(tx, row.cells.id, bodyOf(unassignContract, row), caller, now);
    return 'unassigned';
  },
  comment: async (row, { tx, caller, now }) => {
    await commentBreak(tx, row.cells.id, bodyOf(commentContract, row), caller, now);
    return 'commented';
  },
  approve: async (row, { tx, caller, policy, now }) => {
    const { decisionId } = inputOf(approveBreakDecision, { decisionId: row.cells.decisionId }, row).params;
    assertOfRow(row, await approveDecision(tx, decisionId, caller, policy, now));
    return 'settled';
  },
  decline: async (row, { tx, caller, now }) => {
    const { params, body } = inputOf(declineBreakDecision, { decisionId: row.cells.decisionId }, row);
    assertOfRow(row, await declineDecision(tx, params.decisionId, body.reason, caller, now));
    return 'declined';
  },
};

/**
 * Carries out one row in its own savepoint: a refused row changes nothing and leaves the others as they are. Everything else that fails
 * is thrown, and ends the transaction of all rows.
 */
export async function actOnRow(row: AskedRow, acting: Acting): Promise<SheetOutcome> {
  const { tx } = acting;
  await tx.query('savepoint sheet_row');
  try {
    const outcome = await carryOut(row, acting);
    await tx.query('release savepoint sheet_row');
    return { outcome, code: null, detail: null };
  } catch (error) {
    const refused = refusalOf(error, row);
    if (refused === undefined) throw error;
    await tx.query('rollback to savepoint sheet_row');
    return { outcome: 'refused', ...refused };
  }
}

async function carryOut(row: AskedRow, acting: Acting): Promise<Done> {
  const { verb } = row.cells;
  const known: readonly string[] = sheetVerbs[acting.kind];
  if (!known.includes(verb))
    throw unreadable(
      `${verb === '' ? 'The row names no verb' : `The verb ${shown(verb)} is not known`}: ${known.join(', ')}`,
    );
  if (row.hasMoreCells) throw unreadable('The row has more cells than the header');
  if (acting.kind === 'breaks') await assertAsShown(row, acting);
  return acts[verb as SheetVerb](row, acting);
}

const VERSION = /^\d{1,9}$/;

/** Refuses a row about a break that is not as the file shows it. A refusal of a decision says so by itself. @throws BREAK_CHANGED */
async function assertAsShown({ cells }: AskedRow, { tx }: Acting): Promise<void> {
  const { breakId } = decodeInput(getBreak, { params: { breakId: cells.id }, query: {} }).params;
  if (!VERSION.test(cells.version)) throw unreadable(`The version ${shown(cells.version)} is no number`);
  const version = Number(cells.version);
  const locked = await lockBreak(tx, breakId);
  if (version > locked.version)
    throw unreadable(`Break ${breakId} has version ${locked.version}: the file says ${version}`);
  if (await changedSince(tx, breakId, version))
    throw refuse(
      'BREAK_CHANGED',
      `Break ${breakId} changed after the file was made: it is ${locked.state}, version ${locked.version}`,
    );
}

type Words = Readonly<{ reason: string; note?: string | undefined }>;

const settle = (
  { position, cells }: AskedRow,
  acting: Acting,
  asked: Words & AskedWay,
): Promise<'settled' | 'proposed'> => {
  const { tx, sheetId, caller, policy, now } = acting;
  const id = idOfRequest({ caller, idempotencyKey: `break-sheet/${sheetId}/${position}` });
  return settleBreak(tx, { ...asked, id, breakId: cells.id }, caller, policy, now);
};

function inputOf<E extends Endpoint>(
  contract: E,
  params: Readonly<Record<string, string>>,
  { cells }: AskedRow,
): Input<E> {
  const filled = filledColumns.filter((column) => column !== 'verb' && cells[column] !== '');
  if (contract.body === undefined && filled.length > 0) throw unreadable(`${filled.join(', ')}: not for ${cells.verb}`);
  const body = Object.fromEntries(filled.map((column) => [column, cells[column]]));
  return decodeInput(contract, { params, query: {}, body });
}

type OfBreak =
  | typeof explainBreak
  | typeof adjustBreak
  | typeof forceBreak
  | typeof reopenContract
  | typeof assignContract
  | typeof unassignContract
  | typeof commentContract;
const bodyOf = <E extends OfBreak>(contract: E, row: AskedRow): z.output<E['body']> =>
  inputOf<OfBreak>(contract, { breakId: row.cells.id }, row).body as z.output<E['body']>;

function assertOfRow({ cells }: AskedRow, breakId: string): void {
  if (cells.id !== breakId)
    throw unreadable(`Decision ${cells.decisionId} is about break ${breakId}, not ${shown(cells.id)}`);
}

const unreadable = (detail: string): Refusal => refuse('BREAK_SHEET_ROW', detail);
const SHOWN_CHARACTERS_MAX = 60;
const shown = (written: string): string => JSON.stringify(written.slice(0, SHOWN_CHARACTERS_MAX));

type Refused = Readonly<{ code: string; detail: string }>;

function refusalOf(error: unknown, { cells }: AskedRow): Refused | undefined {
  if (error instanceof Refusal) return { code: error.code, detail: error.detail };
  if (!(error instanceof ZodError)) return undefined;
  const details = error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')}: not for ${cells.verb}`
      : `${columnOf(issue.path)}: ${issue.code === 'invalid_format' && issue.path.at(-1) === 'gain' ? 'no whole number of minor units' : issue.message}`,
  );
  return { code: 'BREAK_SHEET_ROW', detail: details.join('; ') };
}

/** The column of a field of a request. */
function columnOf(path: readonly PropertyKey[]): string {
  const field = String(path.at(-1));
  return field === 'breakId' ? 'id' : field;
}
