import { type Contract, type Endpoint, listPartOf } from '@jeongsan/http-contract';
import { commonErrors, type OperationRow, type OperationTable } from './operation-row.js';

/**
 * The table of a contract, for a bundle of a browser: built when the bundle is, so that no schema is part of it. Throws Error for
 * an endpoint that a browser cannot call by a table.
 */
export function operationTable<C extends Contract>(contract: C): OperationTable<C> {
  const rows = Object.entries(contract).map(([name, e]) => [name, rowOf(e)] as const);
  return Object.fromEntries(rows) as OperationTable<C>;
}

function rowOf(e: Endpoint): OperationRow {
  const errors = e.errors.filter((code) => !commonErrors.includes(code));
  return [e.method, e.path, e.scope ?? '', answerOf(e), errors.join(' ')];
}

function answerOf(e: Endpoint): OperationRow[3] {
  if (e.answerTypes) return 'file';
  if (e.answersLines) return 'lines';
  if (e.answersEvents) return 'events';
  return listPartOf(e) === undefined ? 'json' : 'list';
}
