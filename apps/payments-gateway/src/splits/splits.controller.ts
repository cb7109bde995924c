import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { Gateway } from '../gateway.js';
import { nameSplit } from './name-split/name-split.js';
import { readSplit, readSplits } from './read-splits/read-splits.js';
import type { SplitFor } from './split-record.js';

const ofProduct = ({ productKey }: { productKey: string }): SplitFor => ({ kind: 'product', key: productKey });
const ofService = ({ service }: { service: string }): SplitFor => ({ kind: 'ars', key: service });

/** Splits that a market names once for what it sells by payment links and by phone. */
@Serves(contract.splitsContract)
export class SplitsController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.splitsContract> = {
    nameProductSplit: ({ params, body }, { caller }) => nameSplit(this.gateway, ofProduct(params), body, caller),
    nameArsSplit: ({ params, body }, { caller }) => nameSplit(this.gateway, ofService(params), body, caller),
    getProductSplit: ({ params }) => readSplit(this.gateway.db, ofProduct(params)),
    getArsSplit: ({ params }) => readSplit(this.gateway.db, ofService(params)),
    listSplits: ({ query }) => readSplits(this.gateway.db, query),
  };
}
