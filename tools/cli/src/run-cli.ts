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
import { advanceClock, showClock } from './verbs/clock.js';
import { completion, type Tree } from './verbs/completion.js';
import { listContexts, showContext, useContext } from './verbs/contexts.js';
import { doctor } from './verbs/doctor.js';
import { login } from './verbs/login.js';
import type { OwnPath } from './verbs/own-paths.js';
import type { OwnVerb } from './verbs/own-verb.js';
import { runWatch } from './verbs/run-watch.js';

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
    'context list': listContexts,
    'context use': useContext,
    'context show': showContext,
    'clock show': showClock,
    'clock advance': advanceClock,
  } satisfies Record<OwnPath, OwnVerb>;
  const program: Command = programOf({
    ...{ words, language, version: VERSION, verbs, out: terminal.out },
    choose: async (chosen) => {
      mayChange = changesOf(chosen);
      exit = await run({ ...sessionOf(terminal, language, words, program), secrets }, chosen, verbs);
    },
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (isAsked(error) || isNotSent(error)) return exits.done;
    const fault = faultOf(error instanceof CommanderError ? usageOf(error, words) : error, mayChange);
    terminal.err(shown(fault, format, words, secrets));
    return fault.exit;
  }
}

const table: Readonly<Record<string, Entry>> = commands;

function changesOf({ path, args }: Chosen): boolean {
  const entry = table[path];
  return entry ? changes(entry) : path === 'api' && args['method']?.toUpperCase() !== 'GET';
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
  color: boolean;
  yes?: true;
  dryRun?: true;
  idempotencyKey?: string;
}>;

function sessionOf(terminal: Terminal, language: Language, words: Words, program: Command): Omit<Session, 'secrets'> {
  const { context, output, color, yes = false, dryRun = false, idempotencyKey } = program.opts<Parsed>();
  const options: GlobalOptions = {
    ...{ output, language, yes, dryRun },
    ...(context !== undefined && { context }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return { terminal, options, words, printer: { terminal, format: output, language, paint: painter(terminal, color) } };
}

/** The help and the version were asked for, and are printed. */
const isAsked = (error: unknown): boolean =>
  error instanceof CommanderError && ['commander.helpDisplayed', 'commander.version'].includes(error.code);

/** The client has it as the cause of its own error. */
const isNotSent = (error: unknown): boolean =>
  error instanceof NotSent || (error instanceof Error && error.cause instanceof NotSent);

const usageOf = ({ code, message }: CommanderError, words: Words) => usageProblem(words.usageFault(code, message));

/** A fault as one line, or as JSON. The key of the caller appears in neither, whatever a server repeats. */
function shown(fault: Fault, format: Format, words: Words, secrets: ReadonlySet<string>): string {
  const { exit, code, message, traceId, idempotencyKey, ...more } = fault;
  const line = `jeongsan: ${code}: ${message}${traceId === undefined ? '' : ` (trace ${traceId})`}\n`;
  const hint =
    exit === exits.unknown
      ? `${words.repeat}${idempotencyKey === undefined ? '' : `: --idempotency-key ${idempotencyKey}`}\n`
      : '';
  const json = { code, message, exit, ...more, ...(traceId && { traceId }), ...(idempotencyKey && { idempotencyKey }) };
  const text = format === 'json' ? `${JSON.stringify(json)}\n` : line + hint;
  return [...secrets].reduce((masked, key) => masked.replaceAll(key, '***'), text);
}

/** Every command with the words that can follow it. */
function treeOf(program: Command): Tree {
  const global = program.options.flatMap(({ long }) => (long ? [long] : []));
  const tree = new Map<string, readonly string[]>();
  const walk = (command: Command, path: string): void => {
    const flags = command === program ? [] : command.options.flatMap(({ long }) => (long ? [long] : []));
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    tree.set(path, [...command.commands.map((one) => one.name()), ...choices, ...flags, ...global, '--help']);
    for (const one of command.commands) walk(one, path ? `${path} ${one.name()}` : one.name());
  };
  walk(program, '');
  return tree;
}
