import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSecretSetting, secretSettings } from '@jeongsan/settings';

const root = join(__dirname, '../../../../..');

/** The files of each Secret that deploy/new-secrets.mjs makes from a file that sets everything. */
export const madeSecrets: Readonly<Record<string, readonly string[]>> = makeSecrets();

function makeSecrets(): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jeongsan-secrets-'));
  try {
    const file = join(folder, '.env');
    const names = [...Object.keys(secretSettings), 'POSTGRES_PASSWORD'];
    writeFileSync(file, names.map((name) => `${name}='set'`).join('\n'));
    const made = execFileSync(process.execPath, [join(root, 'deploy/new-secrets.mjs'), file], { encoding: 'utf8' });
    const { items } = JSON.parse(made) as { items: { kind: string; metadata: { name: string }; data: object }[] };
    const secrets = items.filter(({ kind }) => kind === 'Secret');
    return Object.fromEntries(secrets.map(({ metadata, data }) => [metadata.name, Object.keys(data)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The secrets that components of kustomize give to apps. */
export function componentSecrets(): string[] {
  const folder = join(root, 'deploy/kubernetes/components');
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const named = texts.flatMap((text) => [...text.matchAll(/name: (\w+)_FILE,/g)].map(([, name = '']) => name));
  return [...new Set(named)].filter(isSecretSetting);
}
