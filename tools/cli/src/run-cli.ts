import { type Command, CommanderError } from 'commander';
import { type Exit, exits, type Fault, faultOf, usageProblem } from './faults.js';
import { commands, type Command as Entry } from './operations/commands.js';
import { changes, runOperation } from './operations/run-operation.js';
import { type Format, formats, painter } from './output/print.js';
import { type Chosen, programOf } from './program.js';
import { type GlobalOptions, NotSent, type Session } from './session.js';
import type { Terminal } from './terminal.js';
import { descriptions } from './texts/descriptions.js';
import { type Words, wordsIn } from './texts/texts.js';
import { type Language, languageOf, languages } from './texts/words.js';
import { api } from './verbs/api.js';
import { applySheet, previewSheet } from './verbs/break-sheets.js';
import { advanceClock, showClock } from './verbs/clock.js';
import { completion, type Followers, type Tree } from './verbs/completion.js';
import { listContexts, showContext, useContext } from './verbs/contexts.js';
import { doctor } from './verbs/doctor.js';
import { login } from './verbs/login.js';
import { runWatch } from './verbs/run-watch.js';
import { listen } from './verbs/webhooks/listen.js';
import { redeliver } from './verbs/webhooks/redeliver.js';
import type { OwnPath } from './verbs/own-paths.js';
import type { OwnVerb } from './verbs/own-verb.js';

const VERSION = '0.2.0';

/** Runs one command and returns its exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const language = earlyChoice(args, ['--lang'], languages) ?? languageOf(terminal.settings.lang);
  const format = earlyChoice(args, ['-o', '--output'], formats) ?? 'table';
  const words = wordsIn(language);
  let exit: Exit = exits.done;
  let mayChange = false;
  const secrets = new Set<string>();
  const verbs = {
    api,
    doctor,
    login,
    completion: completion(() => treeOf(program)),
    'run watch': runWatch,
    'break sheet preview': previewSheet,
    'break sheet apply': applySheet,
    'webhooks redeliver': redeliver,
    'webhooks listen': listen,
    'context list': listContexts,
    'context use': useContext,
    'context show': showContext,
    'clock show': showClock,
    'clock advance': advanceClock,
  } satisfies Record<OwnPath, OwnVerb>;
  const program: Command = programOf({
    ...{ words, language, version: VERSION, verbs, out: terminal.out },
    choose: async (chosen) => {
      mayChange = changesOf(chosen, verbs);
      exit = await run({ ...sessionOf(terminal, language, words, program), secrets }, chosen, verbs);
    },
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (isAsked(error) || isNotSent(error)) return exits.done;
    const fault = faultOf(error instanceof CommanderError ? usageOf(error, words) : error, mayChange);
    terminal.err(shown(fault, hintOf(fault, words, pathIn(program, args)), format, secrets));
    return fault.exit;
  }
}

const table: Readonly<Record<string, Entry>> = commands;

function changesOf({ path, args }: Chosen, verbs: Readonly<Record<string, OwnVerb>>): boolean {
  const entry = table[path];
  if (entry) return changes(entry);
  return path === 'api' ? args['method']?.toUpperCase() !== 'GET' : verbs[path]?.changes === true;
}

async function run(
  session: Session,
  { path, args, flags }: Chosen,
  verbs: Readonly<Record<string, OwnVerb>>,
): Promise<Exit> {
  const entry = table[path];
  const about = (descriptions as Readonly<Record<string, Record<Language, string>>>)[path];
  if (entry) return runOperation(session, entry, { args, flags }, about?.[session.options.language] ?? path);
  const verb = verbs[path];
  if (!verb) throw new Error(`There is no command ${path}`);
  return verb.run(session, args, flags as Readonly<Record<string, string | undefined>>);
}

/** Options that decide in which language and form a wrong argument is answered, read before the arguments are. */
function earlyChoice<T extends string>(
  args: readonly string[],
  names: readonly string[],
  choices: readonly T[],
): T | undefined {
  for (const [at, arg] of args.entries()) {
    const [name = '', value = args[at + 1]] = arg.split('=');
    const found = names.includes(name) ? choices.find((one) => one === value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

type Parsed = Readonly<{
  context?: string;
  output: Format;
  only?: string;
  color: boolean;
  yes?: true;
  dryRun?: true;
  idempotencyKey?: string;
}>;

function sessionOf(terminal: Terminal, language: Language, words: Words, program: Command): Omit<Session, 'secrets'> {
  const { context, output, only, color, yes = false, dryRun = false, idempotencyKey } = program.opts<Parsed>();
  const options: GlobalOptions = {
    ...{ output, language, yes, dryRun },
    ...(context !== undefined && { context }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return {
    terminal,
    options,
    words,
    printer: { terminal, format: output, only, language, paint: painter(terminal, color), words },
  };
}

/** The help and the version were asked for, and are printed. */
const isAsked = (error: unknown): boolean =>
  error instanceof CommanderError && ['commander.helpDisplayed', 'commander.version'].includes(error.code);

/** The client has it as the cause of its own error. */
const isNotSent = (error: unknown): boolean =>
  error instanceof NotSent || (error instanceof Error && error.cause instanceof NotSent);

const usageOf = ({ code, message }: CommanderError, words: Words) => usageProblem(words.usageFault(code, message));

/** A fault as lines, or as JSON. The key of the caller appears in neither, whatever a server repeats. */
function shown(fault: Fault, hint: string | undefined, format: Format, secrets: ReadonlySet<string>): string {
  const { exit, code, message, traceId, idempotencyKey, ...more } = fault;
  const line = `jeongsan: ${code}: ${message}${traceId === undefined ? '' : ` (trace ${traceId})`}\n`;
  const json = {
    ...{ code, message, exit, ...more },
    ...(traceId && { traceId }),
    ...(idempotencyKey && { idempotencyKey }),
    ...(hint && { hint }),
  };
  const text = format === 'json' ? `${JSON.stringify(json)}\n` : line + (hint ? `${hint}\n` : '');
  return [...secrets].reduce((masked, key) => masked.replaceAll(key, '***'), text);
}

const MENTIONS_HELP = new Set(['USAGE', 'INVALID_INPUT', 'NO_DATA']);

/** What to do next, where the message does not say it. */
function hintOf({ exit, code, status, idempotencyKey }: Fault, words: Words, path: string): string | undefined {
  if (exit === exits.usage) return MENTIONS_HELP.has(code) ? words.seeHelp(path) : undefined;
  if (exit === exits.unknown)
    return idempotencyKey === undefined ? words.look : `${words.repeat}: --idempotency-key ${idempotencyKey}`;
  if (exit === exits.signIn) return code === 'FORBIDDEN' ? words.seeMe : status === 401 ? words.seeLogin : undefined;
  return exit === exits.fault ? words.seeDoctor : undefined;
}

/** The command that the arguments name, as far as there is one. */
function pathIn(program: Command, args: readonly string[]): string {
  let command = program;
  const path: string[] = [];
  for (const arg of args) {
    const next = command.commands.find((one) => one.name() === arg || one.aliases().includes(arg));
    if (!next) continue;
    command = next;
    path.push(arg);
  }
  return path.join(' ');
}

/** Every command with what can follow it. */
function treeOf(program: Command): Tree {
  const global = program.options.map(({ long }) => long ?? '').filter(Boolean);
  const tree = new Map<string, Followers>();
  const walk = (command: Command, path: string): void => {
    const flags = command === program ? [] : command.options.map(({ long }) => long ?? '').filter(Boolean);
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    const names = command.commands.flatMap((one) => [one.name(), ...one.aliases()]);
    tree.set(path, { words: [...names, ...choices, ...flags, ...global, '--help'], values: valuesOf(command) });
    for (const one of command.commands)
      for (const name of [one.name(), ...one.aliases()]) walk(one, path ? `${path} ${name}` : name);
  };
  walk(program, '');
  return tree;
}

const valuesOf = (command: Command): ReadonlyMap<string, readonly string[]> =>
  new Map(
    command.options
      .filter(({ required }) => required)
      .flatMap(({ long, short, argChoices = [] }) =>
        [long, short].flatMap((flag) => (flag ? [[flag, argChoices] as const] : [])),
      ),
  );
