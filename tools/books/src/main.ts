import { runBooks } from './run-books.js';

/** Of a command that ends without having come to its end. */
const UNFINISHED = 1;

/** `npm run books`. */
process.exitCode = UNFINISHED;
void runBooks(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
}).then((code) => (process.exitCode = code));
