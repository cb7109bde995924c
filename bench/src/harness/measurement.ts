import type { BenchServer } from './bench-server.js';
import type { Options } from './options.js';
import type { Summary } from './rounds.js';
import type { Finding } from './verdict.js';

/** What a measurement may use. */
export type Bench = Readonly<{
  server: BenchServer;
  redisUrl: string;
  options: Options;
  /** For logs of the programs that are started. */
  folder: string;
  /** Tells whoever waits what is going on. */
  say: (line: string) => void;
}>;

/** What came out of a measurement. Any problem outweighs every number. */
export type Result = Readonly<{
  summaries: readonly Summary[];
  findings: readonly Finding[];
  notes: readonly string[];
  problems: readonly string[];
}>;

export type Measurement = Readonly<{ name: string; title: string; run: (bench: Bench) => Promise<Result> }>;
