import { answerVariantNames } from '@jeongsan/sandbox-control';
import { Command, Option } from 'commander';

/** The settings of `npm run sandbox`: of the sandbox's own (its docs list them), those that mean something on one machine. */
const settings = {
  PORT: ['<number>', 'the port on this machine (default: the first free one from 14100 on)'],
  SANDBOX_NAME: ['<name>', 'of the data under .local: another name is a sandbox of its own (default: sandbox)'],
  DATABASE_URL: ['<url>', 'a Postgres that runs already (default: one of its own, under .local)'],
  SECRET_KEYS: ['<keys>', 'secret keys, comma separated; KEY@2022-06-08 gives a key an API version of its own'],
  SECURITY_KEYS: ['<keys>', '64 hex characters each, comma separated, newest first'],
  M_ID: ['<mId>', "the merchant's mId (default: jeongsan)"],
  API_VERSION: ['<version>', 'of keys that name none (default: 2022-11-16)'],
  TAX_TYPE: [
    '<TAXABLE|TAX_FREE|MIXED>',
    "how the merchant's goods are taxed: decides about taxFreeAmount (default: MIXED)",
  ],
  ANSWER_VARIANTS: ['<names>', `documented variants of answers, comma separated: ${answerVariantNames.join(', ')}`],
  PUBLIC_URL: ['<url>', "the address of pages for buyers (default: this machine's)"],
  WEBHOOK_LOCAL: ['<true|false>', 'whether webhooks may go to this machine (default: true)'],
  WEBHOOK_TIMEOUT_MS: ['<ms>', "how long a webhook's receiver may take (default: 10000)"],
  CONTROL_ENABLED: ['<true|false>', 'whether /control is served (default: true)'],
  CONTROL_HOSTS: ['<hosts>', 'further hosts at which a browser may open /control, comma separated'],
  EXTRA_HOLIDAYS: ['<json>', 'public holidays of whole years after the published ones: {"2028-01-01":"1월 1일",…}'],
  LOG_LEVEL: ['<level>', 'fatal, error, warn, info, debug, trace or silent (default: info)'],
} as const;

export type SandboxSettings = Readonly<{
  /** A Postgres that runs elsewhere; undefined: one of our own is started. */
  elsewhere: string | undefined;
  wantedPort: string | undefined;
  /** The name of the folder under .local, and of the database. */
  name: string;
  /** The other settings, as the sandbox reads them. */
  variables: Readonly<Record<string, string>>;
}>;

/**
 * The settings from flags and, where there is no flag, from the environment; an empty value counts as not set. Prints the help
 * or the mistake and ends the process when asked to, or when a flag is unknown.
 */
export function readSandboxSettings(args: readonly string[]): SandboxSettings {
  const command = new Command('npm run sandbox --')
    .description('The payment provider on this machine. Each setting is a flag or a variable of the environment.')
    .allowExcessArguments(false);
  const options = Object.entries(settings).map(([name, [takes, says]]) => {
    const option = new Option(`--${name.toLowerCase().replaceAll('_', '-')} ${takes}`, says).env(name);
    command.addOption(option);
    return [name, option.attributeName()] as const;
  });
  const values: Readonly<Record<string, string | undefined>> = command.parse(args, { from: 'user' }).opts();
  const given = options.flatMap(([name, attribute]) => (values[attribute] ? [[name, values[attribute]] as const] : []));
  const { PORT, DATABASE_URL, SANDBOX_NAME = 'sandbox', ...variables } = Object.fromEntries(given);
  return { elsewhere: DATABASE_URL, wantedPort: PORT, name: SANDBOX_NAME, variables };
}
