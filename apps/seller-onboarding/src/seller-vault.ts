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

/** What a release before key ids sealed: whose it is stands inside. */
const Earlier = z.object({ of: z.string(), value: z.unknown() });

/** What a seller's columns are sealed for. */
export const sealedOf = (sellerId: string): string => `onboarding.seller/${sellerId}`;

export type VaultOptions = Readonly<{
  seal: DataSeal;
  /** Never rotated: a fingerprint must stay the same for as long as the account does. */
  fingerprintKey: KeyObject;
}>;

/** The only place where a seller's particulars and account are read or written. At rest they are sealed. */
export type SellerVault = Readonly<{
  seal: (sellerId: string, value: SellerDetails | SellerAccount) => Promise<string>;
  openDetails: (sellerId: string, sealed: string) => Promise<SellerDetails>;
  openAccount: (sellerId: string, sealed: string) => Promise<SellerAccount>;
  /** Tells whether two accounts are the same without reading either. */
  fingerprint: (account: SellerAccount) => string;
  /** Tells whether two applications are the same. Keyed: an account number is short enough to be found by trying them all. */
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

/** The value that an earlier release sealed. */
export async function earlier(seal: DataSeal, sellerId: string, sealed: string): Promise<unknown> {
  const { of, value } = Earlier.parse(JSON.parse(await seal.openEarlier(sealed)));
  // A sealed text copied into another seller's row would send that seller's money elsewhere.
  if (of !== sellerId) throw new Error(`What is sealed for seller ${sellerId} belongs to another seller`);
  return value;
}
