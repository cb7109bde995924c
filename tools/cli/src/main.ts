#!/usr/bin/env node
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { settings } from './env.js';
import { runCli } from './run-cli.js';

/** The command line `jeongsan`. */
const { stdin, stdout, stderr } = process;
// A reader such as `head` that has seen enough is no fault.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

async function ask(question: string, isHidden = false): Promise<string> {
  stderr.write(question);
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output, terminal: isHidden });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}

/** Of a command that ends without having come to its end. */
const UNFINISHED = 1;

const own = settings();
process.exitCode = UNFINISHED;
void runCli(process.argv.slice(2), {
  settings: own,
  out: (data) => void stdout.write(data),
  err: (line) => void stderr.write(line),
  shows: stdout.isTTY,
  watches: stderr.isTTY,
  columns: own.columns ?? (stdout.isTTY ? stdout.columns : undefined),
  asks: stdin.isTTY,
  ask,
  input: () => text(stdin),
  stopped: async () => {
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  },
  fetch: (url, init) => globalThis.fetch(url, init),
  nowMs: () => Date.now(),
}).then((code) => (process.exitCode = code));
