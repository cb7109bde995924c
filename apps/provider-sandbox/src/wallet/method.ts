import type { ProviderErrorCode, WalletBankAccount, WalletCard, WalletMethodStatus } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import { accountAppearance, cardAppearance } from './appearance.js';
import type { World } from '../world.js';
import { accountPromotions, cardPromotions, type WalletOffers } from './wallet-offers.js';

export type CardObject = z.output<typeof WalletCard>;
export type AccountObject = z.output<typeof WalletBankAccount>;

type Common = Readonly<{
  id: string;
  methodKey: string;
  customerId: bigint;
  status: WalletMethodStatus;
  alias: string;
  /** A card issuer's code, or the short code of a bank. */
  institution: string;
  /** The masked card or account number. */
  number: string;
  registeredAt: Date;
  lastUsedAt: Date | null;
  refuseWith: ProviderErrorCode | null;
}>;
export type CardRow = Common &
  Readonly<{ kind: 'CARD'; cardType: CardObject['cardType']; ownerType: CardObject['ownerType'] }>;
export type AccountRow = Common & Readonly<{ kind: 'ACCOUNT'; cardType: null; ownerType: null }>;
/** A stored card or account of a customer. */
export type MethodRow = CardRow | AccountRow;

export const METHOD_COLUMNS = `id, method_key as "methodKey", customer_id as "customerId", kind, status, alias, institution, number,
  card_type as "cardType", owner_type as "ownerType", registered_at as "registeredAt", last_used_at as "lastUsedAt",
  refuse_with as "refuseWith"`;

/** Reads a method by its key, also a removed one, and locks it until the transaction ends. */
export async function lockMethod(sql: Sql, methodKey: string): Promise<MethodRow | undefined> {
  const [row] = await sql.rows<MethodRow>(
    `select ${METHOD_COLUMNS} from wallet_method where method_key = $1 for update`,
    [methodKey],
  );
  return row;
}

/**
 * Reads and locks a method of the customer. Throws Refused if the method does not exist, was removed, or is another
 * customer's.
 */
export async function lockOwnMethod(sql: Sql, customerId: bigint, methodKey: string): Promise<MethodRow> {
  const method = await lockMethod(sql, methodKey);
  if (method?.status !== 'ENABLED') throw new Refused('NOT_FOUND_METHOD');
  if (method.customerId !== customerId) throw new Refused('NOT_FOUND_METHOD_OWNERSHIP');
  return method;
}

/** The customer's methods without removed ones, oldest first. */
export const enabledMethods = (sql: Sql, customerId: bigint): Promise<MethodRow[]> =>
  sql.rows<MethodRow>(
    `select ${METHOD_COLUMNS} from wallet_method where customer_id = $1 and status = 'ENABLED' order by seq`,
    [customerId],
  );

/** The smallest amount that can be paid in installments (document 2 section 8). */
export const INSTALLMENT_MINIMUM = 50_000n;

/** The provider's WalletCard (document 2 section 2.4). */
export function cardOf(row: CardRow, offers: WalletOffers, { shop }: World): CardObject {
  const { name, icon, iconUrl, cardImgUrl, color } = cardAppearance(row.institution);
  return {
    id: row.id,
    methodKey: row.methodKey,
    alias: row.alias,
    cardName: name,
    cardNumber: row.number,
    issuerCode: row.institution,
    acquirerCode: row.institution,
    ownerType: row.ownerType,
    cardType: row.cardType,
    // ASSUMED: every issuer starts at the general limit.
    installmentMinimumAmount: INSTALLMENT_MINIMUM,
    registeredAt: row.registeredAt,
    status: row.status,
    icon,
    iconUrl: shop.walletUrl(iconUrl),
    cardImgUrl: shop.walletUrl(cardImgUrl),
    color,
    promotions: cardPromotions(offers, row.institution),
  };
}

/** The provider's WalletBankAccount (document 2 section 2.5). */
export function accountOf(row: AccountRow, offers: WalletOffers, { shop }: World): AccountObject {
  const { name, icon, iconUrl, color } = accountAppearance(row.institution);
  return {
    id: row.id,
    methodKey: row.methodKey,
    accountName: name,
    accountNumber: row.number,
    alias: row.alias,
    bankCode: row.institution,
    icon,
    iconUrl: shop.walletUrl(iconUrl),
    registeredAt: row.registeredAt,
    status: row.status,
    color,
    promotions: accountPromotions(offers, row.institution),
  };
}
