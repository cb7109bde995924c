export { backupOf, emptyDatabase, testDatabase, type TestDatabase } from './test-database.js';
export { testRedis, type TestRedis } from './test-redis.js';
export { testOperators, type Operators } from './operators.js';
export { apiKeysOf, type KeyHolder } from './api-keys.js';
export { balances, booksAreSound, wrongInBooks } from './books.js';
export { buyerPays, registerSeller, storeSellers, type StoredSeller } from './testing/provider-world.js';
export { wronglyReserved } from './reserved-as-promised.js';
export { placeWitness } from './witness.js';
export { wholeNumber } from './whole-number.js';
export { sellerHas, sellersHave } from './worlds.js';
export { detachMonths } from './detach-months.js';
export { schemaText } from './schema-text.js';
export { FaultProxy, rewriting, type Tap, type Weather } from './fault-proxy.js';
export { ownRehearsal, type OwnRehearsal } from './own-rehearsal.js';
export { eventually } from './eventually.js';
export { freePort } from '@jeongsan/child-processes';
export { decides, decidesNothing, expectDecided } from './deciding-endpoints.js';
export { testAuthor } from './test-author.js';
export { TEST_DATA_KEYS, testSeal } from './test-seal.js';
export { startSandbox, type BookedPayout, type Sandbox, type SandboxMerchant } from './sandbox.js';
export { dropChecks, fillTable } from './filled-table.js';
export {
  casesOf,
  amountQueries,
  bigAmounts,
  dayQueries,
  daysAtEdges,
  listedItems,
  missingFilters,
  oneOf,
  serviceOfRows,
  type ListedTable,
  type ServiceOfRows,
  type TestedLists,
} from './service-of-rows.js';
export { isGoldenUpdate } from './env.js';
