/**
 * `node tools/bootstrap.mjs <demo|start|sandbox|test|rehearse|simulate|kill-matrix|chaos|faults|mutants|bench|bench-console|books|trials|release|jeongsan> [args...]`: everything between a fresh clone and a running command.
 * Installs the dependencies when they are missing or out of date, builds, and runs the command. Uses nothing but Node, because
 * it runs before there is a node_modules.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = process.execPath;
const nodeMajor = process.versions.node.split('.')[0];
const stampFile = 'node_modules/.jeongsan-lock';
/** So long may no test begin or end before the run counts as hung. A rehearsal's longest test may take ten minutes. */
const STILL_SECONDS = { test: 300, rehearse: 1_200 };
/** The counts of a check that did not run. */
const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const testResultsFile = `.local/test-results.${process.pid}.json`;

const commands = {
  demo: (args) => program('tools/market/dist/demo.js', args),
  start: (args) => program('tools/market/dist/start.js', args),
  sandbox: (args) => program('tools/market/dist/sandbox.js', args),
  simulate: (args) => program('tools/simulate/dist/main.js', args),
  books: (args) => program('tools/books/dist/bundle/main.js', args),
  jeongsan: (args) => program('tools/cli/dist/bundle/main.js', args),
  release: (args) => program('tools/release.mjs', args),
  chaos: (args) => program('tools/chaos/dist/main.js', args),
  trials: (args) => program('tools/trials/dist/main.js', args),
  mutants: (args) => program('tools/mutants.mjs', args),
  faults: (args) => withStack('faults', ['node', 'tools/faults/dist/main.js', ...args], { inMemory: true }),
  bench: (args) => withStack('bench', ['node', 'bench/dist/main.js', ...args]),
  'bench-console': (args) => program('tools/journeys/dist/speed/main.js', args),
  test: runTests,
  rehearse: runRehearsals,
  'kill-matrix': (args) =>
    withStack('kill-matrix', ['node', 'tools/kill-matrix/dist/main.js', ...args], { inMemory: true }),
};

const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
/** The programs that run at the moment, and the exit code that a signal to us asks for. */
const running = new Set();
let asked;

for (const [name, code] of Object.entries(signals)) process.on(name, () => interrupt(name, code));
watchNpm();
process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]) {
  if (!Object.hasOwn(commands, name ?? ''))
    return fail(`Usage: bootstrap <${Object.keys(commands).join('|')}> [args...]`);
  process.chdir(root);
  const problem = unsupported();
  if (problem !== undefined) return fail(problem);
  const release = await oneAtATime();
  try {
    const installed = await install();
    if (installed !== 0) return installed;
    // The tests report the build as one of their steps.
    const built = name === 'test' ? 0 : await build();
    if (built !== 0) return asked ?? fail('The build failed: nothing was started');
  } finally {
    release();
  }
  return commands[name](args);
}

/** Says why this machine's Node cannot be used; undefined when it can. */
function unsupported() {
  if (process.platform === 'win32') return 'This runs on Linux and macOS; on Windows use WSL.';
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const ranges = engines.node.split('||').map((range) => range.trim());
  if (ranges.some((range) => isWithin(process.versions.node, range))) return undefined;
  return `Node ${process.versions.node} is not supported: install one that is ${engines.node}`;
}

/** Knows the three forms of range that package.json uses: 1.2.3, ^1.2.3 and >=1.2.3. */
function isWithin(version, range) {
  const [, form, wanted] = /^(\^|>=|)(\d+\.\d+\.\d+)$/.exec(range) ?? [];
  if (wanted === undefined) return false;
  const [actual, least] = [version, wanted].map((text) => text.split('.').map(Number));
  const difference = actual.map((part, index) => part - least[index]).find((part) => part !== 0) ?? 0;
  if (form === '') return difference === 0;
  return difference >= 0 && (form === '>=' || actual[0] === least[0]);
}

/** Two commands in the same clone must not install and build at the same time; the second waits for the first. */
async function oneAtATime() {
  const lock = '.local/install.lock';
  const draft = `${lock}.${process.pid}`;
  try {
    mkdirSync('.local', { recursive: true });
    writeFileSync(draft, String(process.pid));
  } catch (error) {
    const advice = 'if a run as root left it to another user: sudo chown -R "$(id -u)" .local';
    process.exit(fail(`Cannot write to .local (${error.message}); ${advice}`));
  }
  process.once('exit', () => rmSync(draft, { force: true }));
  let told = false;
  while (!claimed(draft, lock)) {
    const owner = readIfAny(lock);
    if (owner === undefined) continue;
    if (!isAlive(Number(owner))) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!told) console.log(`Another command (process ${owner}) is installing or building here: waiting for it`);
    told = true;
    await sleep(200);
  }
  let held = true;
  const release = () => {
    if (held) rmSync(lock, { force: true });
    held = false;
  };
  process.once('exit', release);
  return release;
}

function claimed(draft, lock) {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function install() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const stamp = `${hash} node ${nodeMajor}`;
  const earlier = readIfAny(stampFile);
  if (earlier === stamp) return 0;
  const sameNode = earlier === undefined || earlier.endsWith(` node ${nodeMajor}`);
  if (!(sameNode && installedByHand())) {
    console.log('Installing the dependencies (npm ci), about a minute the first time');
    const npm = process.env.npm_execpath?.endsWith('.js') ? [node, process.env.npm_execpath] : ['npm'];
    const code = await run([...npm, 'ci', '--no-audit', '--no-fund', '--no-update-notifier']);
    if (code !== 0) return asked ?? fail('npm ci failed: nothing was started');
  }
  writeFileSync(stampFile, stamp);
  return 0;
}

/** True when node_modules already holds what package-lock.json asks for, because somebody ran npm ci or npm install. */
function installedByHand() {
  const present = JSON.parse(readIfAny('node_modules/.package-lock.json') ?? '{}').packages ?? {};
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages).every(([path, { version, optional, devOptional, peer }]) => {
    // What npm leaves out on this platform is marked so; everything else must be there in the version asked for.
    if (!(path in present)) return path === '' || optional || devOptional || peer;
    return present[path].version === version;
  });
}

/** The services as they run, and the pages of the console, are made from what the compiler built. */
async function build() {
  for (const step of ['tools/compile.mjs', 'tools/bundle-services.mjs', 'apps/console/bundle.mjs']) {
    const code = await run([node, step]);
    if (code !== 0) return code;
  }
  return 0;
}

function program(file, args) {
  return run([node, file, ...args]);
}

function withStack(name, command, { env = {}, inMemory = false } = {}) {
  const options = ['--name', name, ...(inMemory ? ['--in-memory'] : [])];
  return run([node, 'tools/stack/dist/with-stack.js', ...options, '--', ...command], { env });
}

/** Every check there is, each run even when an earlier one failed: how many passed is the last line. */
async function runTests(args) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const one = (code) => (code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 });
  const format = {
    title: 'format (oxfmt --check .)',
    check: async () => one(await run([node, bin('oxfmt/bin/oxfmt'), '--check', '.'])),
  };
  const types = { title: 'types and build', check: async () => one(await build()) };
  const linting = { title: 'lint (eslint ., oxlint)', check: async () => one(await lint()) };
  const tests = { title: 'tests (jest)', check: () => runJest('test', args), needsBuild: true };
  let builds = true;
  // The compiler takes one core for most of its time: what reads sources only runs beside it. Tests need what there is.
  for (const together of [[format, types, linting], [tests]]) {
    if (asked !== undefined) return asked;
    const results = await Promise.all(
      together.map(({ title, check, needsBuild = false }) =>
        needsBuild && !builds ? notRun(title) : reported(title, check),
      ),
    );
    if (together.includes(types)) builds = results[together.indexOf(types)].failed === 0;
    for (const result of results) for (const key of Object.keys(counts)) counts[key] += result[key];
  }
  if (asked !== undefined) return asked;
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0 ? 0 : 1;
}

function notRun(title) {
  console.log(`\n== ${title}: not run, because the build failed`);
  return NOTHING;
}

async function reported(title, check) {
  console.log(`\n== ${title}`);
  const startedAt = performance.now();
  const result = await check();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`== ${title}: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return result;
}

async function lint() {
  // The rule that keeps the layers apart reads Nx's graph of the projects, and is silently skipped when there is none.
  const graph = await run([node, bin('nx/dist/bin/nx.js'), 'show', 'projects', '--json'], {
    quiet: true,
    env: { NX_DAEMON: 'false' },
  });
  if (graph !== 0) return graph;
  const eslint = [node, bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.'];
  // Rules that need types are checked by a native program, which takes a third of what ESLint took for them.
  const typed = [node, bin('oxlint/bin/oxlint'), '--deny-warnings'];
  const codes = await Promise.all([run(eslint, { env: { NX_DAEMON: 'false' } }), run(typed)]);
  return Math.max(...codes);
}

/** The long ones: specs of many histories, and months of markets played while services are killed. */
async function runRehearsals(args) {
  // Whoever names a rehearsal wants that one alone.
  const counts =
    args.length > 0
      ? await runJest('rehearse', ['-c', 'tools/market/jest.scenarios.config.cjs', '--runInBand', ...args])
      : await runJest('rehearse', [], { LONG_SPECS: '1' });
  if (asked !== undefined) return asked;
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0 ? 0 : 1;
}

async function runJest(name, args, env = {}) {
  const chosen = args.some((arg) => /^(-w|-i|--maxWorkers|--runInBand)/.test(arg)) ? [] : ['--maxWorkers=2'];
  const report = ['--json', `--outputFile=${testResultsFile}`];
  const jest = ['node', 'tools/stack/dist/run-jest.js', '--still-seconds', String(STILL_SECONDS[name]), '--'];
  // Specs make and drop databases by the hundred, of which none outlives its spec: on a disk that is a fifth of their time.
  const code = await withStack(name, [...jest, ...chosen, ...report, ...args], { env, inMemory: true });
  const text = readIfAny(testResultsFile);
  rmSync(testResultsFile, { force: true });
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const results = JSON.parse(text);
  const passed = results.numPassedTests;
  // A file that cannot be loaded has no tests to count, so it counts itself.
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  // Nothing failed and yet it did not succeed: no test was found, the coverage is too low, Jest itself gave up.
  const unexplained = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + unexplained, skipped: results.numPendingTests + results.numTodoTests };
}

function bin(path) {
  return `node_modules/${path}`;
}

/** Runs a program to its end and returns its exit code. A signal to us is passed on, and the program still waited for. */
function run([command, ...args], { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'ignore' : 'inherit';
    const child = spawn(command, args, {
      stdio: ['inherit', output, 'inherit'],
      env: { ...process.env, ...env, JEONGSAN_LAUNCHER_PID: String(process.pid) },
    });
    running.add(child);
    const end = (code) => {
      running.delete(child);
      resolve(code);
    };
    child.once('error', (error) => end(fail(`Cannot run ${command}: ${error.message}`)));
    child.once('exit', (code, name) => end(code ?? signals[name] ?? 1));
  });
}

function interrupt(name, code) {
  asked ??= code;
  if (running.size === 0) process.exit(code);
  for (const child of running) child.kill(name);
}

/** Started by npm, we end with it, even when it is killed and can forward nothing. */
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  // npm runs a script through a shell, which outlives a killed npm unless it has made way for us.
  const npm = /^(ba|da|)sh$/.test(readIfAny(`/proc/${ppid}/comm`)?.trim() ?? '') ? parentOf(ppid) : undefined;
  setInterval(() => {
    if (process.ppid !== ppid || (npm !== undefined && parentOf(ppid) !== npm)) interrupt('SIGTERM', signals.SIGTERM);
  }, 500).unref();
}

function parentOf(pid) {
  return readIfAny(`/proc/${pid}/stat`)
    ?.replace(/^.*\) \S /, '')
    .split(' ')[0];
}

function readIfAny(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function fail(message) {
  console.error(message);
  return 1;
}
