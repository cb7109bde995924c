import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from './index.js';

const root = resolve(__dirname, '../../..');
const run = promisify(execFile);
const PACKING_MS_MAX = 120_000;

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-client-'));
  sandbox = await startSandbox(join(root, 'apps'));
}, PACKING_MS_MAX);
afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A registry package in the form in which npm fetches it, packed from the copy installed here. */
async function packed(name: string): Promise<string> {
  const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, join(root, 'node_modules', name)];
  const { stdout } = await run('npm', npm, { cwd: folder });
  return join(folder, (JSON.parse(stdout) as { filename: string }[])[0]?.filename ?? '');
}

/** The code at the start of the README, with the variables that it assumes. */
async function firstProgram(paymentKey: string, orderId: string): Promise<string> {
  const readme = await readFile(join(root, 'libs/provider-client/README.md'), 'utf8');
  const [, start = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(start.trim().split('\n')).toHaveLength(5);
  return `const [paymentKey, orderId] = ['${paymentKey}', '${orderId}'];\n${start}`;
}

test(
  'the packed client, installed elsewhere without a network, runs the first five lines of its README',
  async () => {
    const { stdout } = await run(process.execPath, [join(root, 'tools/package-provider-client.mjs'), folder]);
    const tarballs = [stdout.trim(), await packed('zod')];
    await writeFile(join(folder, 'package.json'), '{"name": "elsewhere", "private": true, "type": "module"}');
    const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
    await run('npm', ['install', ...flags, ...tarballs], { cwd: folder });

    const bought = await sandbox.control.payAsBuyer({
      body: { method: '카드', amount: 5_000n, orderId: 'order-elsewhere', orderName: '사과' },
    });
    await writeFile(join(folder, 'program.mjs'), await firstProgram(bought.paymentKey, bought.orderId));
    const { baseUrl: BASE_URL, secretKey: SECRET_KEY, securityKey: SECURITY_KEY } = sandbox;
    const env = { BASE_URL, SECRET_KEY, SECURITY_KEY };
    const program = await run(process.execPath, ['program.mjs'], { cwd: folder, env });
    expect(program.stdout).toMatch(/^DONE \d{4}-\d\d-\d\dT/);

    await writeFile(
      join(folder, 'typed.ts'),
      `import { createProviderClient, type CallError } from '@jeongsan/provider-client';
       const client = createProviderClient({ baseUrl: '', secretKey: '', securityKeys: [], now: () => new Date() });
       export const amount: Promise<bigint> = client.getPayment({ params: { paymentKey: 'p' } }).then((p) => p.totalAmount);
       export const outcome = (error: CallError): 'rejected' | 'unknown' => error.outcome;
       // @ts-expect-error money is no number
       export const wrong: Promise<number> = client.getPayment({ params: { paymentKey: 'p' } }).then((p) => p.totalAmount);`,
    );
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2022',
      types: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    await run(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', '.'], { cwd: folder });
  },
  PACKING_MS_MAX,
);
