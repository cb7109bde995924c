import { writeFile } from 'node:fs/promises';
import type { OperationOutput } from '@jeongsan/client';
import { decodeInput, encode, encodeOutput, type Endpoint, listPartOf } from '@jeongsan/http-contract';
import { z } from 'zod';
import { exits, type Exit, usageProblem } from '../faults.js';
import { printList, printRecord } from '../output/print.js';
import type { Row } from '../output/table.js';
import { clientOf, confirm, credentialOf, type Session } from '../session.js';
import { type Command, isFine } from './commands.js';
import { endpointOf, functionsOf, hasService, serviceOf, targetOf } from './endpoints.js';
import { flagsOf, takesLanguage } from './flags.js';

/** What was written after a command: its arguments by name, and its flags by field. */
export type Given = Readonly<{
  args: Readonly<Record<string, string>>;
  flags: Readonly<Record<string, string | boolean | undefined>>;
}>;

/** Runs a command of the table. */
export async function runOperation(session: Session, command: Command, given: Given, about: string): Promise<Exit> {
  const { operation, args } = command;
  const { words, options } = session;
  const named = given.args['service'] ?? '';
  const target = targetOf(operation, hasService(operation) ? serviceOf(named, words.noService(named)) : undefined);
  const input = decodeInput(target.endpoint, partsOf(target.endpoint, command, given, session)) as object;
  const client = clientOf(session, await credentialOf(session));
  const functions = functionsOf(client, target);
  if (command.decides) await confirm(session, [about, ...args.map((name) => given.args[name])].join(' '));
  const call = { ...(options.idempotencyKey !== undefined && { idempotencyKey: options.idempotencyKey }) };
  if (given.flags['all'] === true && functions.all) {
    await printAll(session, target.endpoint, command, functions.all(input, {}));
    return exits.done;
  }
  const answer = await functions.call(input, call);
  if (command.shape === 'file') return saveFile(session, answer as FileOutput, given.flags['file']);
  const wire = encodeOutput(target.endpoint, answer) as Row;
  if (command.shape === 'record') printRecord(session.printer, wire, target.endpoint.success.body);
  else await printPage(session, target.endpoint, command, wire);
  if (isFine(command, wire)) return exits.done;
  session.terminal.err(`${words.checkBad}\n`);
  return exits.failed;
}

/** Params, query and body as texts, from arguments, flags and the language of the command. */
function partsOf(e: Endpoint, command: Command, { args, flags }: Given, { words, options }: Session) {
  if (flags['all'] === true && (flags['limit'] !== undefined || flags['after'] !== undefined))
    throw usageProblem(words.allOrLimit);
  const known = flagsOf(e, command.args);
  const part = (name: 'query' | 'body') =>
    Object.fromEntries(
      known
        .filter((one) => one.part === name && flags[one.field] !== undefined)
        .map(({ field }) => [field, flags[field]]),
    );
  const query = {
    ...(takesLanguage(e) && { lang: options.language }),
    ...part('query'),
    ...Object.fromEntries(
      command.args.filter((name) => name in (e.query?.shape ?? {})).map((name) => [name, args[name]]),
    ),
    ...Object.fromEntries(
      ['after', 'limit'].filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]),
    ),
  };
  return { params: args, query, body: part('body') };
}

async function printPage(
  { printer, terminal, words }: Session,
  e: Endpoint,
  { columns }: Command,
  wire: Row,
): Promise<void> {
  await printList(printer, wire['items'] as readonly Row[], columns, () => wire, itemOf(e));
  const { nextCursor, more } = wire;
  if (typeof nextCursor === 'string') terminal.err(`${words.more}: --after ${nextCursor}\n`);
  if (more === true) terminal.err(`${words.more}\n`);
}

function itemOf(e: Endpoint): z.ZodType {
  const list = listPartOf(e);
  // The answer of a search is a list that says whether there is more.
  const items: unknown = e.success.body instanceof z.ZodObject ? e.success.body.shape['items'] : undefined;
  if (list) return list.item;
  if (items instanceof z.ZodArray) return items.element as z.ZodType;
  throw new Error(`${e.path} answers with no list`);
}

async function printAll(
  { printer }: Session,
  e: Endpoint,
  { columns }: Command,
  items: AsyncIterable<unknown>,
): Promise<void> {
  const item = itemOf(e);
  async function* wires() {
    for await (const one of items) yield encode(item, one) as Row;
  }
  await printList(printer, wires(), columns, (rows) => ({ items: rows, nextCursor: null }), item);
}

export type FileOutput = OperationOutput<'getStatementDocument'>;

export async function saveFile({ terminal }: Session, answer: FileOutput, file?: string | boolean): Promise<Exit> {
  if (typeof file === 'string') {
    await writeFile(file, answer.bytes);
    terminal.err(`${file}\n`);
    return exits.done;
  }
  for await (const part of answer.bytes) terminal.out(part);
  return exits.done;
}

/** Whether a command can change something, so that a missing answer leaves its outcome unknown. */
export const changes = ({ operation }: Command): boolean => endpointOf(operation).method !== 'GET';
