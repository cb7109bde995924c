export { backupOf, emptyDatabase, testDatabase, type TestDatabase } from './test-database.js';
export { testRedis, type TestRedis } from './test-redis.js';
export { balances, booksAreSound } from './books.js';
export { sellerHas, sellersHave } from './worlds.js';
export { schemaText } from './schema-text.js';
export { eventually } from './eventually.js';
export { startSandbox, type BookedPayout, type Sandbox } from './sandbox.js';
