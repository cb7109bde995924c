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
