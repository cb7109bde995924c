// What a release needs, before it is a tag. The version is the one of package.json.
// `node tools/release.mjs check` says what is missing: a section of the changelog, notes for an upgrade that needs more than a roll, the image
// of the production overlay, a clean tree. `... notes [FOLDER]` writes notes.md, sbom.cdx.json and licences.md (to .local/release/VERSION).
// --root DIR: another clone than this one. Needs a build: `npm run release` builds first.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const here = join(import.meta.dirname, '..');
const MIGRATIONS = 'libs/database/src/migrations';

const { values, positionals } = parseArgs({
  options: { root: { type: 'string', default: here } },
  allowPositionals: true,
});
const [command, folder] = positionals;
const { root } = values;
const commands = { check, notes };
if (!Object.hasOwn(commands, command ?? '')) {
  console.error('node tools/release.mjs check | notes [FOLDER]');
  process.exit(2);
}
const { contractions, sqlOf } = await import('../libs/database/dist/expand-first.js');
process.exitCode = commands[command]();

function check() {
  const { version, section, migrations } = facts();
  const problems = [
    ...(section === undefined ? [`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD"`] : []),
    ...(section !== undefined &&
    migrations.some(({ contracts }) => contracts.length > 0) &&
    !section.includes('### Upgrading')
      ? ['A migration takes away what the release before uses, and the changelog has no "### Upgrading"']
      : []),
    ...(text('deploy/kubernetes/overlays/production/kustomization.yaml').includes(`newTag: ${version} `)
      ? []
      : [`deploy/kubernetes/overlays/production does not run the image ${version}`]),
    ...(git('tag', '--list', `v${version}`) === ''
      ? []
      : [`The tag v${version} is there already: raise the version in package.json`]),
    ...(git('status', '--porcelain') === '' ? [] : ['Something is not committed']),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length === 0)
    console.log(
      `${version} can be released:\n  npm run release -- notes\n  git tag --annotate v${version} --file .local/release/${version}/notes.md`,
    );
  return problems.length === 0 ? 0 : 1;
}

function notes() {
  const { version, section = '', since, migrations } = facts();
  const target = folder ?? join(root, '.local/release', version);
  mkdirSync(target, { recursive: true });
  writeFileSync(
    join(target, 'notes.md'),
    [`# Jeongsan ${version}`, section.trim(), upgrading(since, migrations), ''].join('\n\n'),
  );
  const bill = spawnSync(process.execPath, [join(here, 'tools/dependencies.mjs'), 'bill', target], {
    encoding: 'utf8',
  });
  process.stderr.write(bill.stderr);
  console.log(`${target}: notes.md, sbom.cdx.json, licences.md`);
  return bill.status ?? 1;
}

/** What whoever upgrades has to know of the schema. */
function upgrading(since, migrations) {
  const from = since === undefined ? 'No release was tagged before: these are all migrations.' : `Since ${since}:`;
  const lines = migrations.map(({ file, why, contracts }) => {
    const rest = contracts.map(({ statement, because }) => `  - takes away: \`${statement}\` (${because})`);
    return [`- \`${file}\`: ${why}`, ...rest].join('\n');
  });
  const stops = migrations.filter(({ contracts }) => contracts.length > 0);
  const advice =
    migrations.length === 0
      ? 'No migration: roll the services.'
      : stops.length === 0
        ? 'They only add: run the migration job, then roll the services. The release before runs on this schema, in either direction.'
        : `${stops.length} of them take away what the release before may use: read "Upgrading" above first.`;
  return ['## The schema', from, lines.join('\n') || '- none', advice].join('\n\n');
}

function facts() {
  const { version } = JSON.parse(text('package.json'));
  const [, section] =
    new RegExp(`\\n## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d\\n([\\s\\S]*?)(?=\\n## |$)`).exec(
      text('CHANGELOG.md'),
    ) ?? [];
  const since = git('tag', '--list', 'v*', '--sort=-v:refname')
    .split('\n')
    .find((tag) => tag !== '' && tag !== `v${version}`);
  const before = new Set(since === undefined ? [] : git('ls-tree', '--name-only', since, `${MIGRATIONS}/`).split('\n'));
  const migrations = readdirSync(join(root, MIGRATIONS))
    .filter((file) => !before.has(`${MIGRATIONS}/${file}`))
    .toSorted()
    .map((file) => ({ file, ...read(text(`${MIGRATIONS}/${file}`)) }));
  return { version, section, since, migrations };
}

function read(source) {
  const [, comment = ''] = /\/\*\*([\s\S]*?)\*\//.exec(source) ?? [];
  const why = comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim() || 'no comment says why';
  return { why, contracts: contractions(sqlOf(source)) };
}

function text(path) {
  return readFileSync(join(root, path), 'utf8');
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout.trim();
}
