import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { searchContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { searchAll } from './search.js';

/** Finds ids and references of all services. */
@Serves(searchContract)
export class SearchController {
  constructor(private readonly db: DataSource) {}

  readonly handlers: Handlers<typeof searchContract> = {
    search: ({ query }, { caller }) => searchAll(this.db, query, caller.roles),
  };
}
