import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
