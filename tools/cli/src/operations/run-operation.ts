import type { OperationOutput } from '@jeongsan/client';
import { encode, encodeOutput, type Endpoint, listPartOf } from '@jeongsan/http-contract';
import { z } from 'zod';
import { exits, type Exit, usageProblem } from '../faults.js';
import { printList, printRecord } from '../output/print.js';
import { replaceFile } from '../output/replace-file.js';
import { isRow, type Row } from '../output/table.js';
import { progressOn } from '../output/progress.js';
import { callOptionsOf, clientOf, confirm, credentialOf, type Session } from '../session.js';
import { type Command, isFine } from './commands.js';
import { readInput } from './input-problem.js';
import { readData } from './read-data.js';
import { endpointOf, functionsOf, hasService, serviceOf, targetOf } from './endpoints.js';
import { type Flag, flagsOf, needsData, takesLanguage, valueOf } from './flags.js';

/** What was written after a command: its arguments by name, and its flags by field. */
export type Given = Readonly<{
  args: Readonly<Record<string, string>>;
  flags: Readonly<Record<string, string | boolean | undefined>>;
}>;

/** Runs a command of the table. */
export async function runOperation(session: Session, command: Command, given: Given, about: string): Promise<Exit> {
  const { operation, args } = command;
  const { words } = session;
  const named = given.args['service'] ?? '';
  const target = targetOf(operation, hasService(operation) ? serviceOf(named, words.noService(named)) : undefined);
  const parts = await partsOf(target.endpoint, command, given, session);
  const input = readInput(target.endpoint, parts, args, words);
  const client = clientOf(session, await credentialOf(session));
  const functions = functionsOf(client, target);
  if (command.decides) await confirm(session, [about, ...args.map((name) => given.args[name])].join(' '));
  if (given.flags['all'] === true && functions.all) {
    await printAll(session, target.endpoint, command, functions.all(input, {}));
    return exits.done;
  }
  const answer = await functions.call(input, callOptionsOf(session));
  if (command.shape === 'file') return saveFile(session, answer as FileOutput, given.flags['file']);
  const wire = encodeOutput(target.endpoint, answer) as Row;
  if (command.shape === 'record') await printRecord(session.printer, wire, target.endpoint.success.body);
  else await printPage(session, target.endpoint, command, wire);
  if (isFine(command, wire)) return exits.done;
  session.terminal.err(`${words.checkBad}\n`);
  return exits.failed;
}

/** Params, query and body as the contract reads them, from arguments, flags, --data and the language of the command. */
async function partsOf(e: Endpoint, command: Command, { args, flags }: Given, session: Session) {
  const { words, options } = session;
  if (flags['all'] === true && (flags['limit'] !== undefined || flags['after'] !== undefined))
    throw usageProblem(words.allOrLimit);
  const known = flagsOf(e, command.args);
  const part = (name: Flag['part']) =>
    Object.fromEntries(
      known.flatMap((flag) => {
        const text = flags[flag.name];
        return flag.part === name && typeof text === 'string' ? [[flag.field, valueOf(flag, text)] as const] : [];
      }),
    );
  const given = (names: readonly string[], from: Given['flags']) =>
    Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
  const query = {
    ...(takesLanguage(e) && { lang: options.language }),
    ...part('query'),
    ...given(
      command.args.filter((name) => name in (e.query?.shape ?? {})),
      args,
    ),
    ...given(['after', 'limit'], flags),
  };
  return { params: args, query, body: await bodyOf(e, flags['data'], part('body'), session) };
}

/** --data with the flags over it. A body that is no object is --data alone. */
async function bodyOf(e: Endpoint, data: Given['flags'][string], flags: object, session: Session): Promise<unknown> {
  if (!needsData(e) || typeof data !== 'string') return flags;
  const document = await readData(session, data);
  return isRow(document) ? { ...document, ...flags } : document;
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
  { printer, terminal, words }: Session,
  e: Endpoint,
  { columns }: Command,
  items: AsyncIterable<unknown>,
): Promise<void> {
  const item = itemOf(e);
  const progress = progressOn(terminal, words.reading);
  async function* wires() {
    let count = 0;
    for await (const one of items) {
      progress.at((count += 1));
      yield encode(item, one) as Row;
    }
    progress.end();
  }
  await printList(printer, wires(), columns, (rows) => ({ items: rows, nextCursor: null }), item);
}

export type FileOutput = OperationOutput<'getStatementDocument'>;

/** Writes a downloaded file, whole or not at all. Throws Problem for a path that cannot be opened. */
export async function saveFile(
  { terminal, words }: Session,
  answer: FileOutput,
  file?: string | boolean,
): Promise<Exit> {
  if (typeof file === 'string') {
    try {
      await replaceFile(file, answer.bytes);
    } catch (error) {
      const { syscall, code } = error as NodeJS.ErrnoException;
      // The path is an argument; every other failure is of the download or of the disk.
      if (syscall !== 'open') throw error;
      throw usageProblem(`${words.noFileToWrite(file)} (${code ?? 'FAULT'})`, 'NO_FILE');
    }
    terminal.err(`${file}\n`);
    return exits.done;
  }
  for await (const part of answer.bytes) terminal.out(part);
  return exits.done;
}

/** Whether a command can change something, so that a missing answer leaves its outcome unknown. */
export const changes = ({ operation }: Command): boolean => endpointOf(operation).method !== 'GET';
