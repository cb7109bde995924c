import { Argument, Command, Option } from 'commander';
import { serviceNames } from '@jeongsan/platform-contract';
import { commands, type Command as Entry, type Group, groups } from './operations/commands.js';
import { endpointOf } from './operations/endpoints.js';
import { flagsOf, kebab, needsData } from './operations/flags.js';
import { isPaged } from '@jeongsan/http-contract';
import { formats } from './output/print.js';
import { descriptions, groupDescriptions } from './texts/descriptions.js';
import type { Words } from './texts/texts.js';
import { type Language, languages } from './texts/words.js';
import type { OwnVerb } from './verbs/own-verb.js';

/** What commander found: the path of a command, its arguments by name, and its flags. */
export type Chosen = Readonly<{
  path: string;
  args: Readonly<Record<string, string>>;
  flags: Readonly<Record<string, string | boolean | undefined>>;
}>;
export type Output = Readonly<{ out: (text: string) => void; columns: number }>;

type Plan = Readonly<{
  words: Words;
  language: Language;
  version: string;
  verbs: Readonly<Record<string, OwnVerb>>;
  out: (text: string) => void;
  choose: (chosen: Chosen) => Promise<void>;
}>;

const HELP_COLUMNS = 100;

/** The whole command line, made from the two tables of commands. */
export function programOf(plan: Plan): Command {
  const { words, language, version } = plan;
  const program = dressed(new Command('jeongsan'), plan)
    .description(words.about)
    .version(version, '-V, --version', words.version)
    .option('--context <name>', words.context)
    .addOption(new Option('-o, --output <format>', words.output).choices(formats).default('table'))
    .option('--only <member>', words.only)
    .addOption(new Option('--lang <lang>', words.lang).choices(languages))
    .option('--no-color', words.noColor)
    .option('-y, --yes', words.yes)
    .option('--dry-run', words.dryRun)
    .option('--idempotency-key <key>', words.idemKey)
    .addHelpText('after', `\n${words.keyFrom}\n\n${words.exitTitle}\n  ${words.exitCodes}`);
  const parents = new Map<string, Command>(
    groups.map((name: Group) => [
      name,
      dressed(new Command(name.split(' ').at(-1)), plan).description(groupDescriptions[name][language]),
    ]),
  );
  for (const [path, entry] of Object.entries<Entry>(commands))
    add(program, parents, operationCommand(path, entry, plan), path);
  for (const [path, verb] of Object.entries(plan.verbs)) add(program, parents, ownCommand(path, verb, plan), path);
  return program;
}

function add(program: Command, parents: ReadonlyMap<string, Command>, command: Command, path: string): void {
  groupOf(program, parents, path).addCommand(command);
}

/** The group of a path, which stands in its own group: `break sheet show` is in `break sheet`, and that is in `break`. */
function groupOf(program: Command, parents: ReadonlyMap<string, Command>, path: string): Command {
  const name = path.split(' ').slice(0, -1).join(' ');
  if (name === '') return program;
  const group = parents.get(name);
  if (!group) throw new Error(`There is no group ${name}`);
  const above = groupOf(program, parents, name);
  if (!above.commands.includes(group)) above.addCommand(group);
  return group;
}

function dressed(command: Command, { words, out }: Plan): Command {
  const titles: Readonly<Record<string, string>> = {
    'Usage:': words.usage,
    'Arguments:': words.arguments,
    'Options:': words.options,
    'Commands:': words.commands,
  };
  return command
    .exitOverride()
    .helpOption('-h, --help', words.help)
    .helpCommand(false)
    .configureHelp({ styleTitle: (title) => titles[title] ?? title, helpWidth: HELP_COLUMNS })
    .configureOutput({
      writeOut: out,
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHasColors: () => false,
    });
}

const aboutOf = (path: string, language: Language): string =>
  (descriptions as Readonly<Record<string, Record<Language, string>>>)[path]?.[language] ?? '';

function operationCommand(path: string, entry: Entry, plan: Plan): Command {
  const { words } = plan;
  const e = endpointOf(entry.operation);
  const command = base(path, entry, plan);
  for (const name of entry.args)
    command.addArgument(
      name === 'service' ? new Argument(`<service>`).choices(serviceNames) : new Argument(`<${kebab(name)}>`),
    );
  for (const { name, kind, choices, isRequired } of flagsOf(e, entry.args)) {
    const about = [isRequired && words.required, kind === 'list' && words.commaList].filter(Boolean).join(', ');
    const option = new Option(`--${name} <${name}>`, about).makeOptionMandatory(isRequired);
    if (choices.length > 0) option.choices(choices);
    // The contract checks the items of a list, and names the wrong one.
    command.addOption(choices.length > 0 && kind !== 'list' ? option : option.argParser((text: string) => text));
  }
  if (needsData(e)) command.option('--data <data>', words.data);
  if (entry.alias !== undefined) command.alias(entry.alias);
  if (isPaged(e) && entry.shape === 'list')
    command.option('--limit <n>', words.limit).option('--after <cursor>', words.after).option('--all', words.all);
  if (entry.shape === 'file') command.option('--file <file>', words.file);
  return chosen(command, path, entry.args, plan);
}

function ownCommand(path: string, verb: OwnVerb, plan: Plan): Command {
  const command = base(path, verb, plan);
  for (const [at, name] of verb.args.entries()) {
    const argument = new Argument(name);
    command.addArgument(at === 0 && verb.choices ? argument.choices(verb.choices) : argument);
  }
  for (const { flags, about, choices, isList } of verb.flags) {
    const option = new Option(flags, plan.words[about]);
    if (choices) option.choices(choices);
    command.addOption(isList ? option.argParser((text: string) => text) : option);
  }
  return chosen(
    command,
    path,
    verb.args.map((name) => name.slice(1, -1)),
    plan,
  );
}

const base = (path: string, { example }: { example: string }, plan: Plan): Command =>
  dressed(new Command(path.split(' ').at(-1)), plan)
    .description(aboutOf(path, plan.language))
    .addHelpText('after', `\n${plan.words.example}\n  jeongsan ${example}`);

function chosen(command: Command, path: string, names: readonly string[], { choose }: Plan): Command {
  return command.action(() => {
    const given = names.flatMap((name, at): [string, string][] => {
      const value: unknown = command.processedArgs[at];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return choose({ path, args: Object.fromEntries(given), flags: flagsIn(command) });
  });
}

/** The flags that were written, by their names in the help (`forward-to`). */
function flagsIn(command: Command): Chosen['flags'] {
  const values = command.opts<Record<string, string | boolean | undefined>>();
  const given = command.options.map((option) => [option.name(), values[option.attributeName()]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
