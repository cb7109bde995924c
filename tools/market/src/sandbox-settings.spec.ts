import { answerVariantNames } from '@jeongsan/sandbox-control';
import { readSandboxSettings } from './sandbox-settings.js';

afterEach(() => jest.restoreAllMocks());

test('a flag wins over the environment, and an empty value counts as not set', () => {
  jest.replaceProperty(process, 'env', { PORT: '4000', M_ID: 'fromenv', API_VERSION: '', DATABASE_URL: '' });
  const read = readSandboxSettings(['--m-id', 'fromflag', '--webhook-local', 'false']);
  expect(read).toEqual({
    elsewhere: undefined,
    wantedPort: '4000',
    name: 'sandbox',
    variables: { M_ID: 'fromflag', WEBHOOK_LOCAL: 'false' },
  });
});

test('a Postgres that runs already and the name of the data are for the launcher alone', () => {
  jest.replaceProperty(process, 'env', {});
  const read = readSandboxSettings([
    '--database-url',
    'postgres://db:5432/x',
    '--port',
    '0',
    '--sandbox-name',
    'second',
  ]);
  expect(read).toEqual({ elsewhere: 'postgres://db:5432/x', wantedPort: '0', name: 'second', variables: {} });
});

test('the help names every variant of answers', () => {
  const printed: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  expect(() => readSandboxSettings(['--help'])).toThrow('ended');
  const help = printed.join('').replace(/\s+/g, ' ');
  expect(answerVariantNames.filter((name) => !help.includes(name))).toEqual([]);
});
