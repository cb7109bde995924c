export { bigint, bool, bytea, date, int, jsonb, smallint, text, timestamptz, uuid, type Column } from './columns.js';
export { asExcluded, bigints, selected } from './named-columns.js';
export { manyRows, oneRow, type Columns, type RowSet } from './row-sets.js';
export { statement, type Executor, type Named, type Statement } from './statement.js';
