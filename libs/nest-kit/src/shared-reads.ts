import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '@jeongsan/http-contract';

const EVERY_MS = 1_000;
/** Half of the connections that the front door has to a service by default: listeners must not fill them. */
const LISTENERS_MAX = 64;

export type SharedReadsOptions<T> = Readonly<{
  read: (key: string) => Promise<T>;
  /** After this value nothing changes any more. */
  isLast: (value: T) => boolean;
  /** Default: 1,000. */
  everyMs?: number;
  /** Listeners to all keys together. Default: 64. */
  listenersMax?: number;
}>;

/**
 * Values that change, for many listeners: each key is read once in `everyMs`, however many listen, and not at all while none
 * does. A slow listener misses values between two of its own reads, never the latest.
 */
export class SharedReads<T> {
  private readonly topics = new Map<string, Topic<T>>();
  private listeners = 0;

  constructor(private readonly options: SharedReadsOptions<T>) {}

  /**
   * The value of a key, now and after each change, until it is the last. Iterating throws what `read` throws, and
   * TOO_MANY_LISTENERS when there are `listenersMax` already.
   */
  listen(key: string): AsyncIterable<T> {
    return { [Symbol.asyncIterator]: () => this.iterator(key) };
  }

  private iterator(key: string): AsyncIterator<T, undefined> {
    const { isLast } = this.options;
    let topic: Topic<T> | undefined;
    let seen = 0;
    let isOver = false;
    const leave = (): IteratorResult<T, undefined> => {
      if (topic && !isOver) this.leave(topic);
      isOver = true;
      topic?.wake();
      return { done: true, value: undefined };
    };
    return {
      next: async () => {
        if (isOver) return leave();
        topic ??= this.join(key);
        for (;;) {
          const { version, state } = topic;
          if (state && 'error' in state) {
            leave();
            throw state.error;
          }
          if (isOver || (state && version === seen && isLast(state.value))) return leave();
          if (state && version !== seen) {
            seen = version;
            return { done: false, value: state.value };
          }
          await topic.changed();
        }
      },
      return: async () => leave(),
    };
  }

  private join(key: string): Topic<T> {
    const { listenersMax = LISTENERS_MAX } = this.options;
    if (this.listeners >= listenersMax)
      throw new Refusal(429, 'TOO_MANY_LISTENERS', `${listenersMax} listen already: ask for the state now and then`);
    this.listeners += 1;
    const known = this.topics.get(key);
    const topic = known ?? new Topic<T>();
    topic.listeners += 1;
    if (known) return topic;
    this.topics.set(key, topic);
    void this.follow(key, topic);
    return topic;
  }

  private leave(topic: Topic<T>): void {
    this.listeners -= 1;
    topic.listeners -= 1;
  }

  private async follow(key: string, topic: Topic<T>): Promise<void> {
    const { read, isLast, everyMs = EVERY_MS } = this.options;
    try {
      while (topic.listeners > 0) {
        const value = await read(key);
        topic.publish({ value });
        if (isLast(value)) return;
        await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
      }
    } catch (error) {
      topic.publish({ error });
    } finally {
      // At once: who joins a topic that nobody reads any more would wait for ever.
      this.topics.delete(key);
    }
  }
}

type State<T> = Readonly<{ value: T } | { error: unknown }>;

class Topic<T> {
  listeners = 0;
  version = 0;
  state: State<T> | undefined;
  private waiting: (() => void)[] = [];

  publish(state: State<T>): void {
    if (isDeepStrictEqual(state, this.state)) return;
    this.state = state;
    this.version += 1;
    this.wake();
  }

  changed(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
