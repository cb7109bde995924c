import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  by,
  Clock,
  type GaugeName,
  Metrics,
  OutageLog,
  type Read,
  type Reading,
  READINGS,
  ServerAway,
} from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { readInTime } from './read-in-time.js';

/** A scraper waits ten seconds: what takes longer is absent from this answer. */
const PATIENCE_MS = 5_000;

/** Scrapes within this time share one reading, whoever scrapes: more scrapers cost no more queries. */
const KEPT_MS = 5_000;

type Values = Partial<Read<GaugeName>>;
type Kept = { at: number; values: Promise<Values> };

/**
 * Reads the gauges of all modules from Postgres when the metrics are read: one reading after the other on one connection, each
 * with a time limit, so that a scrape takes at most one of the connections that money needs. A reading that fails leaves its
 * gauges without values, which is counted.
 */
@Injectable()
export class MetricReadings implements OnApplicationBootstrap {
  private readonly log = new OutageLog(new Logger('Metrics'));
  private readonly kept = new Map<string, Kept>();
  private readonly seconds = new Map<string, number>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly modules: ModuleRef,
  ) {}

  onApplicationBootstrap(): void {
    const readings = this.modules.get<Reading[]>(READINGS, { strict: false, each: true }).flat();
    const failures = this.metrics.counter('metrics_reading_failures_total');
    for (const reading of readings) {
      failures.inc({ reading: reading.name }, 0);
      const values = () =>
        inTime(this.valuesOf(reading)).catch((error: unknown): Values => {
          this.log.failed(`To read the metrics of ${reading.name}`, error);
          return {};
        });
      for (const name of reading.gauges) this.show(name, values);
    }
    this.failed = (name) => failures.inc({ reading: name });
    this.metrics.gauge('metrics_reading_seconds', async () => {
      await Promise.allSettled(readings.map((reading) => inTime(this.valuesOf(reading))));
      return by('reading', [...this.seconds]);
    });
  }

  private show<N extends GaugeName>(name: N, values: () => Promise<Values>): void {
    this.metrics.gauge(name, async (): Promise<Read<GaugeName>[N]> => (await values())[name] ?? []);
  }

  private failed: (name: string) => void = () => undefined;

  /** The values of a reading, which all of its gauges share. Throws when the reading failed, to each of them. */
  private valuesOf(reading: Reading): Promise<Values> {
    const found = this.kept.get(reading.name);
    if (found && performance.now() - found.at < KEPT_MS) return found.values;
    const values = this.turn.then(() => this.readNow(reading));
    this.turn = values.catch(() => undefined);
    this.kept.set(reading.name, { at: performance.now(), values });
    return values;
  }

  private async readNow({ name, read }: Reading): Promise<Values> {
    const begun = performance.now();
    try {
      return await readInTime(this.db, (tx) => read(tx, this.clock.now()));
    } catch (error) {
      this.failed(name);
      throw error;
    } finally {
      this.seconds.set(name, (performance.now() - begun) / 1_000);
    }
  }
}

function inTime(values: Promise<Values>): Promise<Values> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServerAway(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  return Promise.race([values, late]).finally(() => clearTimeout(timer));
}
