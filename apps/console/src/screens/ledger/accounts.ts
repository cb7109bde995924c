import { type Place, places } from '../../layout/places.js';

/** `seller:payable` stands for the accounts of all sellers, which have no list of entries together. */
export const placeOfKind = (account: string): Place | null =>
  account.startsWith('seller:') ? null : places.entries({ account });

/** The entries of one account, in won or in another currency. */
export const placeOfAccount = (account: string, currency: string): Place =>
  places.entries({ account, currency: currency === 'KRW' ? undefined : currency });
