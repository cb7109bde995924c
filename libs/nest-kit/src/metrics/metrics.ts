import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelOf,
  type LabelsOf,
  metricTable,
} from './metric-table.js';

/** A value of a gauge with its labels. */
export type Sample<N extends GaugeName> = Readonly<{ labels: LabelsOf<N>; value: number }>;

/** The counter of this name. */
export type CounterOf<N extends CounterName> = Counter<LabelOf<N>>;

/**
 * Milliseconds between two samples of the event loop's lag, which the lag contains. At the usual ten, sampling is most of what a process at
 * rest does.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/** The metrics of a process: injection token and type in one. Nothing else makes metrics, so that each is in `metricTable`. */
export class Metrics {
  private readonly registry = new Registry();

  /** The metrics of Node and of the process itself, under the names of prom-client. */
  addProcess(): this {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
    return this;
  }

  counter<N extends CounterName>(name: N): CounterOf<N> {
    return new Counter(this.described(name));
  }

  /** `bounds`: of the buckets, in the metric's unit. */
  histogram<N extends HistogramName>(name: N, bounds: readonly number[]): Histogram<LabelOf<N>> {
    return new Histogram({ ...this.described(name), buckets: [...bounds] });
  }

  /** A gauge that is read each time the metrics are. What `read` returns replaces all values of before. */
  gauge<N extends GaugeName>(name: N, read: () => readonly Sample<N>[] | Promise<readonly Sample<N>[]>): void {
    const hasNoLabels = metricTable[name].labels.length === 0;
    new Gauge({
      ...this.described(name),
      async collect() {
        const samples = await read();
        this.reset();
        // A gauge without labels has the value 0 after its reset, also when nothing is known.
        if (samples.length === 0 && hasNoLabels) this.remove();
        for (const { labels, value } of samples) this.set(labels, value);
      },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** The text for Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  private described<N extends CounterName | GaugeName | HistogramName>(name: N) {
    const { meaning, labels } = metricTable[name];
    return { name, help: meaning, labelNames: labels as readonly LabelOf<N>[], registers: [this.registry] };
  }
}
