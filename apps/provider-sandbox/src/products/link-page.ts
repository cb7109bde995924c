import { LINK_LIST_LIMIT_DEFAULT, LINK_LIST_LIMIT_MAX } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';

/** The number of rows of a list of products or orders. Throws Refused above the maximum. */
export function limitOf(limit: number = LINK_LIST_LIMIT_DEFAULT): number {
  if (limit > LINK_LIST_LIMIT_MAX) throw new Refused('EXCEED_MAX_QUERY_LIMIT');
  if (limit < 1) throw new Refused('INVALID_REQUEST', { about: ['limit'] });
  return limit;
}
