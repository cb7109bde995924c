import { decodeInput, encodeOutput, type Endpoint } from '@jeongsan/http-contract';
import { exits, usageProblem } from '../faults.js';
import { type FileOutput, saveFile } from '../operations/run-operation.js';
import { readData } from '../operations/read-data.js';
import { findOperation, functionsOf } from '../operations/endpoints.js';
import { jsonOf, printOnly } from '../output/print.js';
import { isRow, type Row } from '../output/table.js';
import { callOptionsOf, clientOf, confirm, credentialOf, type Session } from '../session.js';
import type { OwnVerb } from './own-verb.js';

/** Calls any operation of the reference. The contract checks the request, and says what a failure means. */
export const api: OwnVerb = {
  args: ['<method>', '<path>'],
  flags: [
    { flags: '--data <data>', about: 'data' },
    { flags: '--file <file>', about: 'file' },
  ],
  example: 'api POST /dispatch-control/halt --data @reason.json',
  run: async (session, { method: given = '', path: address = '' }, { data, file }) => {
    const method = given.toUpperCase();
    const [path = '', search = ''] = address.split('?');
    const found = findOperation(method, path);
    if (!found) throw usageProblem(session.words.noOperation(method, path), 'NO_OPERATION');
    const { endpoint } = found.target;
    const query = Object.fromEntries(new URLSearchParams(search));
    const body = data === undefined ? undefined : await bodyOf(session, endpoint, data);
    const parts = { params: found.params, query, ...(body !== undefined && { body }) };
    const input = inputOf(endpoint, parts);
    const client = clientOf(session, await credentialOf(session));
    if (method !== 'GET') await confirm(session, `${method} ${path}`);
    const { call, csv } = functionsOf(client, found.target);
    if (csv && session.printer.format === 'csv') {
      for await (const part of csv(input, {})) session.terminal.out(part);
      return exits.done;
    }
    const answer = await call(input, callOptionsOf(session));
    if (endpoint.answersEvents) {
      for await (const state of answer as AsyncIterable<never>)
        session.terminal.out(`${JSON.stringify(encodeOutput(endpoint, state))}\n`);
      return exits.done;
    }
    if (endpoint.answerTypes) return saveFile(session, answer as FileOutput, file);
    const wire = encodeOutput(endpoint, answer as never);
    await printJson(session, wire);
    return exits.done;
  },
};

/** JSON in each form; as NDJSON a list has a line for each item. */
async function printJson({ terminal: { out }, printer }: Session, wire: unknown): Promise<void> {
  const { format, only } = printer;
  if (only !== undefined) return printOnly(printer, only, rowsOf(wire));
  if (format !== 'ndjson') return out(jsonOf(wire));
  for (const one of Array.isArray(wire) ? (wire as unknown[]) : [wire]) out(`${JSON.stringify(one)}\n`);
}

/** The items of an answer that is a list, else the answer itself. */
function rowsOf(wire: unknown): readonly Row[] {
  const items = isRow(wire) && Array.isArray(wire['items']) ? (wire['items'] as unknown[]) : [wire].flat();
  return items.filter(isRow);
}

/** The lines of an NDJSON body are no part of what decodeInput reads. */
function inputOf(e: Endpoint, parts: Readonly<{ params: object; query: object; body?: unknown }>): object {
  const input = decodeInput(e, parts) as object;
  return e.bodyType === 'ndjson' && e.body ? { ...input, body: e.body.parse(parts.body) } : input;
}

async function bodyOf(session: Session, e: Endpoint, data: string): Promise<unknown> {
  if (!e.body) throw usageProblem(session.words.unused);
  return readData(session, data);
}
