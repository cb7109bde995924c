import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './entry.js';
import { operatorToken, type Operator } from './operators.js';
import type { Platform } from './platform.js';

/** The name of each person's token in the shell. */
const tokenNames = {
  operator: 'OPERATOR_TOKEN',
  approver: 'APPROVER_TOKEN',
  approver2: 'APPROVER2_TOKEN',
  auditor: 'AUDITOR_TOKEN',
  viewer: 'VIEWER_TOKEN',
  admin: 'ADMIN_TOKEN',
} as const satisfies Record<Operator, string>;

/**
 * Writes `env` into the platform's folder: addresses, keys and tokens as variables of a shell, and the command `jeongsan`. Only
 * the owner can read the file. Returns its path.
 */
export async function writeShellFile(
  { apps, door, folder, keys }: Pick<Platform, 'apps' | 'door' | 'folder' | 'keys'>,
  clockUrl: string | undefined,
): Promise<string> {
  const tokens = await Promise.all(
    (Object.keys(tokenNames) as Operator[]).map(
      async (who) => [tokenNames[who], await operatorToken(keys, who)] as const,
    ),
  );
  const variables: Readonly<Record<string, string>> = {
    JEONGSAN_URL: door.url,
    ...(clockUrl !== undefined && { JEONGSAN_CLOCK_URL: clockUrl }),
    PROVIDER_URL: apps['provider-sandbox'].url,
    PROVIDER_KEY: keys.providerSecretKey,
    MARKET_KEY: keys.marketApiKey,
    ...Object.fromEntries(tokens),
  };
  const lines = [
    '# Source this file: . .local/…/env. The tokens are valid for 12 hours; every start writes them anew.',
    ...(clockUrl === undefined ? ['unset JEONGSAN_CLOCK_URL'] : []),
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`),
    'export JEONGSAN_KEY="$OPERATOR_TOKEN"',
    `jeongsan() { ${quoted(process.execPath)} ${quoted(join(repository, 'tools/cli/dist/bundle/main.js'))} "$@"; }`,
    '',
  ];
  const file = join(folder, 'env');
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, lines.join('\n'), { mode: 0o600 });
  await rename(draft, file);
  return file;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
