import type { Input } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import type { Actor } from '@jeongsan/nest-kit';
import type { KeptData } from '@jeongsan/nest-platform';
import { type Executor, inList } from '@jeongsan/database';
import { refuse, type setStatementContact, type StatementContact } from '@jeongsan/platform-contract';
import { sellerStates } from '@jeongsan/state-machines';
import { statement } from '@jeongsan/sql';
import { assertSellerKnown } from '../../terms/known-seller.js';

const sealedOf = (sellerId: string): string => `payouts.statement_contact/${sellerId}`;
const COLUMNS = `seller_id as "sellerId", email_masked as email, language, set_by as "setBy", set_at as "setAt"`;

/** Days after a seller's end at which its address is erased. Injection token and type in one. */
export class KeptContacts {
  constructor(readonly days: number) {}
}

/** Addresses for statements, as personal data to keep and erase. */
export const keptContacts = (days: number): KeptData => ({
  columns: [
    { table: 'payouts.statement_contact', key: 'seller_id', keyType: 'text', column: 'email_sealed', of: sealedOf },
  ],
  retentions: [
    {
      kind: 'addresses for statements',
      days,
      erase: `delete from payouts.statement_contact where seller_id in (
                select c.seller_id from payouts.statement_contact c join onboarding.seller s using (seller_id)
                 where s.state in ${inList(sellerStates.ended)} and s.updated_at < $1 limit $2) returning 1`,
    },
  ],
});

const SET = statement(`
  insert into payouts.statement_contact (seller_id, email_sealed, email_masked, language, set_by, set_at)
  values (:sellerId, :sealed, :masked, :language, :by, :now)
  on conflict (seller_id) do update set email_sealed = excluded.email_sealed, email_masked = excluded.email_masked,
    language = excluded.language, set_by = excluded.set_by, set_at = excluded.set_at
  returning ${COLUMNS}`);

/** @throws SELLER_NOT_FOUND */
export async function setContact(
  tx: Executor,
  seal: DataSeal,
  sellerId: string,
  { email, language }: Input<typeof setStatementContact>['body'],
  by: Actor,
  now: Date,
): Promise<StatementContact> {
  await assertSellerKnown(tx, sellerId);
  const sealed = seal.seal(sealedOf(sellerId), email);
  const [contact] = await SET.rows<StatementContact>(tx, {
    sellerId,
    sealed,
    masked: masked(email),
    language: language ?? 'ko',
    by,
    now,
  });
  return contact as StatementContact;
}

/** `seller@shop.example` as `s***@shop.example`. */
const masked = (email: string): string => email.replace(/^(.).*@/su, '$1***@');

/** @throws STATEMENT_CONTACT_NOT_FOUND */
export async function readContact(db: Executor, sellerId: string): Promise<StatementContact> {
  const sql = `select ${COLUMNS} from payouts.statement_contact where seller_id = $1`;
  const [contact] = await db.query<StatementContact[]>(sql, [sellerId]);
  return contact ?? missing(sellerId);
}

/** @throws STATEMENT_CONTACT_NOT_FOUND */
export async function removeContact(tx: Executor, sellerId: string): Promise<StatementContact> {
  const contact = await readContact(tx, sellerId);
  await tx.query('delete from payouts.statement_contact where seller_id = $1', [sellerId]);
  return contact;
}

export type Recipient = Readonly<{ email: string; language: 'ko' | 'en' }>;

/** The address in clear, to send to; undefined: the seller has none. */
export async function recipientOf(db: Executor, seal: DataSeal, sellerId: string): Promise<Recipient | undefined> {
  const sql = 'select email_sealed as sealed, language from payouts.statement_contact where seller_id = $1';
  const [row] = await db.query<{ sealed: string; language: Recipient['language'] }[]>(sql, [sellerId]);
  return row && { email: seal.open(sealedOf(sellerId), row.sealed), language: row.language };
}

function missing(sellerId: string): never {
  throw refuse('STATEMENT_CONTACT_NOT_FOUND', `Seller ${sellerId} has no address for statements: set one first`);
}
