import { authorOf, type Json, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { type Actor, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import {
  numbersNeeded,
  readTermsDocument,
  type Terms,
  type TermsBody,
  termsDocument,
  termsProblem,
} from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import { agreedTerms } from '../alone-limits/agreed-terms.js';
import { type AloneLimits, beyondAlone } from '../alone-limits/alone-limits.js';
import type { Policy } from '../policy.js';

export type SetTerms = Terms & Readonly<{ setBy: string | null; numbersNeeded: string[] }>;

/**
 * Adds a version of a seller's terms for a caller. An API key may set a seller's first terms, because the market's
 * servers onboard sellers. Later terms move money of every future order, without a maximum amount: they need a person
 * without a limit who has just signed in, and beyond the limits of one person a proposal. A repeated version needs no authority. @throws PERSON_REQUIRED,
 * APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED, TERMS_SECOND_PERSON_REQUIRED, and the errors of addTerms
 */
export async function setTerms(
  tx: Executor,
  terms: Terms,
  caller: Caller,
  { approval, alone }: Pick<Policy, 'approval' | 'alone'>,
  now: Date,
): Promise<SetTerms> {
  const { sellerId, effectiveFrom } = terms;
  await lockTerms(tx, sellerId);
  const versions = await tx.query<{ effectiveFrom: string; document: unknown }[]>(
    `select effective_from as "effectiveFrom", document from payouts.seller_terms where seller_id = $1 order by effective_from`,
    [sellerId],
  );
  const isNew = !versions.some((version) => version.effectiveFrom === effectiveFrom);
  const replaced = versions.findLast((version) => version.effectiveFrom < effectiveFrom) ?? null;
  const subject = `Seller ${sellerId} has terms: what follows them`;
  if (isNew && versions.length > 0)
    assertMayDecide(caller, { kind: 'terms', subject, amount: null, askedBy: [] }, approval);
  if (isNew) await assertAlone(tx, terms, alone);
  const made = await addTerms(tx, terms, caller.actor, now);
  if (isNew) {
    const { sellerId: _seller, effectiveFrom: _from, ...body } = terms;
    const before = replaced && { sellerId, effectiveFrom: replaced.effectiveFrom, terms: replaced.document as Json };
    const after = { sellerId, effectiveFrom, terms: termsDocument(body) as Json };
    const decided = { subject: sellerId, ...authorOf(caller), reason: null, before, after };
    await recordDecision(tx, { kind: 'terms.set', ...decided }, now);
  }
  return made;
}

async function assertAlone(
  tx: Executor,
  { sellerId, effectiveFrom, ...after }: Terms,
  alone: AloneLimits,
): Promise<void> {
  const agreed = await agreedTerms(tx, sellerId, { from: effectiveFrom, until: effectiveFrom });
  const reasons = agreed.flatMap((before) => beyondAlone(before, after, alone));
  if (reasons.length === 0) return;
  const detail = `The new terms of seller ${sellerId} go beyond what one person changes (${reasons.join(', ')}): propose them at /terms-changes`;
  throw refuse('TERMS_SECOND_PERSON_REQUIRED', detail, { reasons });
}

const INSERT = statement(`
  insert into payouts.seller_terms (seller_id, effective_from, document, created_at, set_by) values (:sellerId, :effectiveFrom, :document,
    :createdAt, :setBy)`);

/**
 * Adds a version of a seller's terms. A version is never changed, because orders may have frozen it: the same content
 * again is accepted, other content for the same date is TERMS_CONFLICT. For the same reason a version cannot begin
 * before one that is in force (TERMS_OUT_OF_ORDER); it may begin before future versions. TERMS_INVALID: terms by which
 * no order could be priced.
 */
export async function addTerms(
  tx: Executor,
  { sellerId, effectiveFrom, ...body }: Terms,
  by: Actor,
  now: Date,
): Promise<SetTerms> {
  const document = termsDocument(body);
  await lockTerms(tx, sellerId);
  const [stored] = await tx.query<{ is_same: boolean; set_by: string | null }[]>(
    `select document = $3::jsonb as is_same, set_by from payouts.seller_terms where seller_id = $1 and effective_from = $2`,
    [sellerId, effectiveFrom, document],
  );
  if (stored && !stored.is_same) {
    throw refuse(
      'TERMS_CONFLICT',
      `Seller ${sellerId} has other terms from ${effectiveFrom}: a version is never changed, add a later one`,
    );
  }
  if (!stored) {
    requireValid(body);
    await requireInOrder(tx, sellerId, effectiveFrom, businessDateOf(now));
    await INSERT.rows(tx, { sellerId, effectiveFrom, document, createdAt: now, setBy: by });
  }
  return { sellerId, effectiveFrom, ...body, setBy: stored ? stored.set_by : by, numbersNeeded: neededBy(body) };
}

/** The numbers that the orders of a seller must carry under these terms. */
export const neededBy = ({ commission, fees }: TermsBody): string[] => numbersNeeded([commission, ...fees]);

/** Locks a seller's terms, so that versions are added one after the other and each sees the previous one. */
async function lockTerms(tx: Executor, sellerId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('terms/' || $1, 0))`, [sellerId]);
}

/** Throws unless orders can be priced by these terms. @throws TERMS_INVALID */
export function requireValid(terms: Omit<Terms, 'sellerId' | 'effectiveFrom'>): void {
  const found = termsProblem(terms);
  if (!found) return;
  const { kind, detail, ...where } = found;
  throw refuse('TERMS_INVALID', `${detail} (${where.part})`, { problem: kind, ...where });
}

async function requireInOrder(tx: Executor, sellerId: string, effectiveFrom: string, today: string): Promise<void> {
  const [newest] = await tx.query<{ from: string | null }[]>(
    `select max(effective_from) as from from payouts.seller_terms where seller_id = $1 and effective_from <= $2`,
    [sellerId, today],
  );
  const from = newest?.from ?? null;
  if (from === null || effectiveFrom > from) return;
  const detail = `Seller ${sellerId} has been under the terms from ${from}: a version from ${effectiveFrom} would rewrite the past`;
  throw refuse('TERMS_OUT_OF_ORDER', detail);
}

export async function listTerms(tx: Executor, sellerId: string): Promise<SetTerms[]> {
  const rows = await tx.query<{ effectiveFrom: string; document: unknown; setBy: string | null }[]>(
    `select effective_from as "effectiveFrom", document, set_by as "setBy" from payouts.seller_terms where seller_id = $1 order by effective_from`,
    [sellerId],
  );
  return rows.map((row) => termsOf({ sellerId, ...row }));
}

type TermsRow = Pick<SetTerms, 'sellerId' | 'effectiveFrom' | 'setBy'> & Readonly<{ document: unknown }>;

/** A version of terms, from its row. */
export function termsOf({ document, ...version }: TermsRow): SetTerms {
  const terms = readTermsDocument(document);
  return { ...version, ...terms, numbersNeeded: neededBy(terms) };
}
