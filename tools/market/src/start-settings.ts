import { ClockTime } from '@jeongsan/platform-contract';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { asksForProduction } from './env.js';

export type StartSettings = Readonly<{
  /** The name of the folder under .local and of the databases. */
  name: string;
  /** Where a controlled clock begins on empty data; undefined: the machine's clock. */
  clock: Date | undefined;
  /** Whether the data of earlier starts is deleted first. */
  fresh: boolean;
}>;

const EXIT_USAGE = 2;
const NAME = /^[a-z][a-z0-9-]{0,20}$/;

/** Reads the arguments of `npm start`. Prints the help or the mistake and ends the process: 2 when an argument is wrong. */
export function readStartSettings(args: readonly string[]): StartSettings {
  const command = new Command('npm start --')
    .description(
      'The whole platform with the sandbox of the provider, on this machine. Keeps its data; ends with Ctrl-C.',
    )
    .addOption(
      new Option(
        '--clock <time>',
        'a clock that `jeongsan clock advance` moves, from this time on (Asia/Seoul)',
      ).argParser(clockIn),
    )
    .addOption(
      new Option('--name <name>', 'the folder under .local: another name is a platform of its own')
        .default('start')
        .argParser(nameIn),
    )
    .option('--fresh', 'delete the data of earlier starts of this name first', false)
    .allowExcessArguments(false)
    .exitOverride();
  try {
    const { clock, name, fresh } = command
      .parse(args, { from: 'user' })
      .opts<Omit<StartSettings, 'clock'> & { clock?: Date }>();
    if (clock !== undefined && asksForProduction())
      command.error('error: --clock is refused with NODE_ENV=production: a clock that can be set is for rehearsals');
    return { name, clock, fresh };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : EXIT_USAGE);
  }
}

function clockIn(text: string): Date {
  const parsed = ClockTime.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

function nameIn(text: string): string {
  if (!NAME.test(text)) throw new InvalidArgumentError('It must be lower-case letters, digits and dashes, at most 21.');
  return text;
}
