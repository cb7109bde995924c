import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { searchContract } from '@jeongsan/platform-contract';
import { searchAll } from './search.js';

/** Finds ids and references of all services. */
@Serves(searchContract)
export class SearchController {
  constructor(private readonly db: ReadDatabase) {}

  readonly handlers: Handlers<typeof searchContract> = {
    search: ({ query }, { caller }) => searchAll(this.db, query, caller.roles),
  };
}
