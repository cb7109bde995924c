import { type Call, DatabaseAway, type Exit, exits, UsageProblem } from './verb.js';
import { verbs } from './verbs.js';

const usage = (): string =>
  [
    'Usage: npm run books -- <verb> [options]. DATABASE_URL names the database.',
    ...Object.entries(verbs).flatMap(([name, { about, usage: options }]) => [
      '',
      `  ${name.padEnd(12)} ${about}`,
      ...options.map((line) => `      ${line}`),
    ]),
    '',
    'Exit codes: 0 done, 1 something broke, 2 wrong arguments, 6 a check failed.',
  ].join('\n');

/** Runs one verb. Data goes to `print`, everything else to `say`. */
export async function runBooks([name, ...args]: readonly string[], { print, say }: Omit<Call, 'args'>): Promise<Exit> {
  if (name === undefined || name === '--help') {
    say(usage());
    return name === undefined ? exits.usage : exits.done;
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  try {
    if (!verb) throw new UsageProblem(`There is no verb ${name}`);
    return await verb.run({ args, print, say });
  } catch (error) {
    if (error instanceof UsageProblem) {
      say(`${error.message}\n\n${usage()}`);
      return exits.usage;
    }
    say(faultText(error as Error & { code?: string }));
    return exits.fault;
  }
}

const PERMISSION_DENIED = '42501';

function faultText(error: Error & { code?: string }): string {
  if (error instanceof DatabaseAway) return error.message;
  if (error.code === PERMISSION_DENIED) return `The login of DATABASE_URL lacks a right: ${error.message}`;
  return String(error.stack);
}
