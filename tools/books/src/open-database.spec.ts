import { runBooks } from './run-books.js';

afterEach(() => jest.restoreAllMocks());

test('a database that cannot be reached is named in one line, without the address', async () => {
  // Port 1 belongs to no server.
  jest.replaceProperty(process, 'env', { DATABASE_URL: 'postgres://reader:secret@127.0.0.1:1/books' });
  const said: string[] = [];
  const exit = await runBooks(['verify'], { print: () => undefined, say: (line) => said.push(line) });
  expect({ exit, said }).toEqual({
    exit: 1,
    said: ['The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1'],
  });
});
