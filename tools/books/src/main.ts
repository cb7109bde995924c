import { runBooks } from './run-books.js';

/** `npm run books`. */
process.exitCode = await runBooks(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
});
