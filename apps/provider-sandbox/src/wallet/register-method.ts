import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
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

const REGISTER = statement(`
  insert into wallet_method (id, method_key, customer_id, kind, status, alias, institution, number, card_type, owner_type,
    registered_at, refuse_with)
  values (:id, :methodKey, :customerId, :kind, 'ENABLED', :alias, :institution, :number, :cardType, :ownerType, :registeredAt,
    :refuseWith) returning ${METHOD_COLUMNS}`);

/** Stores a new method of the customer and announces it. */
async function register(call: Call, customer: CustomerRow, method: NewMethod): Promise<MethodRow> {
  const [row] = await REGISTER.rows<MethodRow>(call.sql, {
    id: timedId('m', call.now),
    methodKey: `${randomText(KEY_CHARACTERS)}=`,
    customerId: customer.id,
    kind: method.kind,
    alias: method.alias,
    institution: method.institution,
    number: method.number,
    cardType: method.cardType,
    ownerType: method.ownerType,
    registeredAt: call.now,
    refuseWith: method.refuseWith ?? null,
  });
  if (!row) throw new Error('The method was not stored');
  await announceMethods(call, customer.customerKey, [row.methodKey], 'ENABLED');
  return row;
}

const KEY_CHARACTERS = 43;
