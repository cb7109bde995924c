import { Instant, IntText } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { BusinessDate, SellerKey, Won } from '../values.js';

/** Values that many endpoints share: written once as components of the documents. */
const shared = {
  Won: { schema: Won, about: 'Whole won; below zero: money that is owed or goes away.' },
  WonFromZero: { schema: WonNumber, about: 'Whole won, not below zero.' },
  Instant: { schema: Instant, about: 'An instant: ISO 8601 with an offset.' },
  IntText: { schema: IntText, about: 'A whole number.' },
  BusinessDate: { schema: BusinessDate, about: 'A date of Asia/Seoul.' },
  SellerKey: { schema: SellerKey, about: "The market's own id of a seller." },
} as const satisfies Readonly<Record<string, Readonly<{ schema: z.ZodType; about: string }>>>;

/** Gives the shared values their names in the documents of this process. */
export function nameValues(): void {
  for (const [id, { schema, about }] of Object.entries(shared))
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id, description: about });
}
