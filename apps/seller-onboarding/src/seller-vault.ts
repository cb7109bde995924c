import { createHmac, type KeyObject } from 'node:crypto';
import { open, seal, type SecurityKey } from '@jeongsan/jwe';
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

const Sealed = z.object({ of: z.string(), value: z.unknown() });

export type VaultOptions = Readonly<{
  /** Newest first: it seals. All of them open, so that keys can rotate. */
  dataKeys: readonly [SecurityKey, ...SecurityKey[]];
  /** Never rotated: a fingerprint must stay the same for as long as the account does. */
  fingerprintKey: KeyObject;
  now: () => Date;
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

export function createVault({ dataKeys, fingerprintKey, now }: VaultOptions): SellerVault {
  const mac = (purpose: string, parts: readonly (string | undefined)[]) =>
    createHmac('sha256', fingerprintKey)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  const openAs = async <S extends z.ZodObject>(schema: S, sellerId: string, sealed: string): Promise<z.output<S>> => {
    const { text } = await open(sealed, dataKeys);
    const { of, value } = Sealed.parse(JSON.parse(text));
    // A sealed text copied into another seller's row would send that seller's money elsewhere.
    if (of !== sellerId) throw new Error(`What is sealed for seller ${sellerId} belongs to another seller`);
    return schema.parse(value);
  };
  return {
    seal: (sellerId, value) => seal(JSON.stringify({ of: sellerId, value }), dataKeys[0], { now }),
    openDetails: (sellerId, sealed) => openAs(SellerDetails, sellerId, sealed),
    openAccount: (sellerId, sealed) => openAs(SellerAccount, sellerId, sealed),
    fingerprint: ({ bankCode, accountNumber, holderName }) => mac('account', [bankCode, accountNumber, holderName]),
    factsHash: (facts) => mac('application', facts),
  };
}
