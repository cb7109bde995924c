import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const tool = join(root, 'tools/release.mjs');
const folder = mkdtempSync(join(tmpdir(), 'jeongsan-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MIGRATIONS = 'libs/database/src/migrations';
const overlay = 'deploy/kubernetes/overlays/production/kustomization.yaml';
const migration = (sql: string) =>
  `/** Orders may have a note. */\nexport const Note = sqlMigration('Note', 900, \`${sql}\`);\n`;

/** A repository whose last release is v1.0.0, with these files on top of it, committed. */
function repository(name: string, files: Readonly<Record<string, string>>): string {
  const at = join(folder, name);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: at,
      stdio: 'pipe',
    });
  const write = (path: string, text: string): void => {
    mkdirSync(join(at, path, '..'), { recursive: true });
    writeFileSync(join(at, path), text);
  };
  mkdirSync(at);
  git('init', '--quiet');
  write(`${MIGRATIONS}/0001-first.ts`, migration('drop table gateway.old'));
  write('CHANGELOG.md', '# Changelog\n\n## [1.0.0] - 2026-01-01\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'The first release');
  git('tag', 'v1.0.0');
  for (const [path, text] of Object.entries({ ...whole, ...files })) write(path, text);
  git('add', '.');
  git('commit', '--quiet', '--message', 'The next release');
  return at;
}

const whole = {
  'package.json': '{"version": "1.1.0"}',
  'CHANGELOG.md': '# Changelog\n\n## [1.1.0] - 2026-02-01\n\n### Added\n\n- Notes.\n\n## [1.0.0] - 2026-01-01\n',
  [overlay]: 'images:\n  - { name: jeongsan, newName: registry.example/jeongsan, newTag: 1.1.0 }\n',
  [`${MIGRATIONS}/0002-note.ts`]: migration('alter table gateway.orders add column note text'),
};
const check = (at: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, 'check', '--root', at], { encoding: 'utf8' });
  return { status, said: status === 0 ? stdout : stderr };
};

// prettier-ignore
test.each([
  ['nothing',                        {},                                                                 0, '1.1.0 can be released'],
  ['a section of the changelog',     { 'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n' },              1, 'no section "## [1.1.0] - '],
  ['a new version',                  { 'package.json': '{"version": "1.0.0"}' },                         1, 'The tag v1.0.0 is there already'],
  ['the image of the overlay',       { [overlay]: 'images:\n  - { newTag: 1.0.0 }\n' },                  1, 'does not run the image 1.1.0'],
  ['notes on what is taken away',    { [`${MIGRATIONS}/0002-note.ts`]: migration('drop table gateway.orders') }, 1, 'no "### Upgrading"'],
])('a release that lacks %s', (name, files, status, said) => {
  expect(check(repository(name, files as Record<string, string>))).toEqual({ status, said: expect.stringContaining(said) as string });
});

test('what is not committed is no release', () => {
  const at = repository('dirty', {});
  cpSync(join(at, 'CHANGELOG.md'), join(at, 'more.md'));
  expect(check(at)).toEqual({ status: 1, said: 'Something is not committed\n' });
});

test('the notes have the section of the changelog, the migrations with their reasons, and the bill of materials beside them', () => {
  const target = join(folder, 'notes');
  const { status, stderr } = spawnSync(
    process.execPath,
    [tool, 'notes', target, '--root', repository('with-notes', {})],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readFileSync(join(target, 'notes.md'), 'utf8')).toBe(
    [
      '# Jeongsan 1.1.0',
      '### Added',
      '- Notes.',
      '## The schema',
      'Since v1.0.0:',
      '- `0002-note.ts`: Orders may have a note.',
      'They only add: run the migration job, then roll the services. The release before runs on this schema, in either direction.',
      '',
    ].join('\n\n'),
  );
  const { bomFormat, components } = JSON.parse(readFileSync(join(target, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: unknown[];
  };
  expect({ bomFormat, isWhole: components.length > 100 }).toEqual({ bomFormat: 'CycloneDX', isWhole: true });
});
