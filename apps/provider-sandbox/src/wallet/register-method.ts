import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import { randomText, timedId } from '../ids.js';
import type { Call } from '../world.js';
import { announceMethods } from './announce.js';
import type { CustomerRow } from './customer.js';
import { type AccountRow, type CardObject, type CardRow, METHOD_COLUMNS, type MethodRow } from './method.js';

type Common = Readonly<{
  institution: string;
  number: string;
  alias: string;
  refuseWith: ProviderErrorCode | undefined;
}>;
export type NewCard = Common & Readonly<{ cardType: CardObject['cardType']; ownerType: CardObject['ownerType'] }>;

export const registerCard = (call: Call, customer: CustomerRow, card: NewCard): Promise<CardRow> =>
  register(call, customer, { ...card, kind: 'CARD' }) as Promise<CardRow>;

export const registerAccount = (call: Call, customer: CustomerRow, account: Common): Promise<AccountRow> =>
  register(call, customer, { ...account, kind: 'ACCOUNT', cardType: null, ownerType: null }) as Promise<AccountRow>;

type NewMethod = Common & Pick<MethodRow, 'kind' | 'cardType' | 'ownerType'>;

/** The customer has a method more, which is announced. */
async function register(call: Call, customer: CustomerRow, method: NewMethod): Promise<MethodRow> {
  const [row] = await call.sql.rows<MethodRow>(
    `insert into wallet_method (id, method_key, customer_id, kind, status, alias, institution, number, card_type, owner_type,
       registered_at, refuse_with)
     values ($1, $2, $3, $4, 'ENABLED', $5, $6, $7, $8, $9, $10, $11) returning ${METHOD_COLUMNS}`,
    [
      timedId('m', call.now),
      `${randomText(KEY_CHARACTERS)}=`,
      customer.id,
      method.kind,
      method.alias,
      method.institution,
      method.number,
      method.cardType,
      method.ownerType,
      call.now,
      method.refuseWith ?? null,
    ],
  );
  if (!row) throw new Error('The method was not stored');
  await announceMethods(call, customer.customerKey, [row.methodKey], 'ENABLED');
  return row;
}

const KEY_CHARACTERS = 43;
