import { createHmac, type KeyObject } from 'node:crypto';
import { type DataSeal, isDataSealed } from '@jeongsan/jwe';
import { z } from 'zod';

export const SellerDetails = z.object({
  name: z.string(),
  representativeName: z.string().optional(),
  businessRegistrationNumber: z.string().optional(),
  email: z.string(),
  phone: z.string(),
});
export type SellerDetails = z.output<typeof SellerDetails>;

export const SellerAccount = z.object({ bankCode: z.string(), accountNumber: z.string(), holderName: z.string() });
export type SellerAccount = z.output<typeof SellerAccount>;

/** The content of texts sealed by a release without key ids: the purpose of a text is stored inside it. */
const Earlier = z.object({ of: z.string(), value: z.unknown() });

/** The purpose that a seller's columns are sealed for; it names the seller. */
export const sealedOf = (sellerId: string): string => `onboarding.seller/${sellerId}`;

export type VaultOptions = Readonly<{
  seal: DataSeal;
  /** The key of fingerprints. It is never rotated, because a fingerprint must stay the same as long as its account. */
  fingerprintKey: KeyObject;
}>;

/**
 * Seals and opens a seller's details and account; no other code reads or writes them. In the database they are sealed.
 */
export type SellerVault = Readonly<{
  seal: (sellerId: string, value: SellerDetails | SellerAccount) => Promise<string>;
  openDetails: (sellerId: string, sealed: string) => Promise<SellerDetails>;
  openAccount: (sellerId: string, sealed: string) => Promise<SellerAccount>;
  /** A keyed hash of an account: two accounts are equal if their fingerprints are. */
  fingerprint: (account: SellerAccount) => string;
  /**
   * A keyed hash of an application, to recognise the same application again. With a key, because an unkeyed hash of an
   * account number could be inverted by trying all numbers.
   */
  factsHash: (facts: readonly (string | undefined)[]) => string;
}>;

export function createVault({ seal, fingerprintKey }: VaultOptions): SellerVault {
  const mac = (purpose: string, parts: readonly (string | undefined)[]) =>
    createHmac('sha256', fingerprintKey)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  const openAs = async <S extends z.ZodObject>(schema: S, sellerId: string, sealed: string): Promise<z.output<S>> => {
    if (isDataSealed(sealed)) return schema.parse(JSON.parse(seal.open(sealedOf(sellerId), sealed)));
    return schema.parse(await earlier(seal, sellerId, sealed));
  };
  return {
    seal: async (sellerId, value) => seal.seal(sealedOf(sellerId), JSON.stringify(value)),
    openDetails: (sellerId, sealed) => openAs(SellerDetails, sellerId, sealed),
    openAccount: (sellerId, sealed) => openAs(SellerAccount, sellerId, sealed),
    fingerprint: ({ bankCode, accountNumber, holderName }) => mac('account', [bankCode, accountNumber, holderName]),
    factsHash: (facts) => mac('application', facts),
  };
}

/** Opens a text that a release without key ids has sealed. */
export async function earlier(seal: DataSeal, sellerId: string, sealed: string): Promise<unknown> {
  const { of, value } = Earlier.parse(JSON.parse(await seal.openEarlier(sealed)));
  // A sealed text copied into another seller's row would send that seller's money to a wrong account, so the purpose is
  // checked.
  if (of !== sellerId) throw new Error(`What is sealed for seller ${sellerId} belongs to another seller`);
  return value;
}
