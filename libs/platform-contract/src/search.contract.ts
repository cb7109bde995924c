import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';

/** What a search finds, in the order in which equally good results are listed. */
export const searchKinds = [
  'order',
  'payment',
  'cancel',
  'seller',
  'account-change',
  'payout',
  'run',
  'batch',
  'parked-decision',
  'statement',
  'tax-invoice',
  'adjustment',
  'repayment',
  'reissue',
  'write-off',
  'reserve',
  'hold',
  'terms-change',
  'rule-change',
  'commission-rule',
  'break',
  'break-decision',
  'hand-run',
  'bank-statement',
  'bank-row',
  'posting',
  'webhook-endpoint',
  'delivery',
  'decision',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Items of an answer at most. */
export const SEARCH_ITEMS_MAX = 20;

export const SearchItem = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  /** In plain words; holds no personal data. */
  title: z.string(),
  /** The path of this API that shows the item; at the front door behind /api/v1, unless it begins with /v1. */
  path: z.string(),
  /** The field that was found. */
  matched: z.string(),
  /** Whether the field is the text of the search, not only begins with it. */
  isExact: z.boolean(),
  sellerId: z.string().nullable(),
  orderId: z.string().nullable(),
});
export type SearchItem = z.output<typeof SearchItem>;

/** No control character is part of an id, and Postgres stores no text with NUL. */
const Searched = z
  .string()
  .trim()
  .min(3)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'holds control characters');

export const search = endpoint({
  method: 'GET',
  path: '/search',
  summary:
    'Everything with this id or reference, or with one that begins with it, among what the caller may read. Exact ones first. Upper and lower case differ, except in UUIDs.',
  security: 'bearer',
  scope: 'self:read',
  query: z.object({ q: Searched }),
  success: {
    status: 200,
    body: z.object({
      items: z.array(SearchItem),
      /** More was found than is listed: a longer text finds less. */
      more: z.boolean(),
    }),
  },
  errors: may(),
});

export const searchContract = { search } as const;
