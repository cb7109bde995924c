import type { Random } from './random.js';

export type Entity = Readonly<Record<string, unknown>>;

const ENTITIES_MAX = 2_000;

/** Objects that the provider has returned, so that requests can refer to existing ones. */
export class Memory {
  private readonly entities: Entity[] = [];

  /** Stores every object of an answer that has a field of interest. */
  learn(answer: unknown, depth = 0): void {
    if (typeof answer !== 'object' || answer === null || depth > 4) return;
    const isThing = Object.entries(answer).some(([key, value]) => typeof value === 'string' && /(id|key)$/i.test(key));
    if (isThing && !Array.isArray(answer)) this.keep(answer as Entity);
    for (const value of Object.values(answer).slice(0, 20)) this.learn(value, depth + 1);
  }

  private keep(entity: Entity): void {
    if (this.entities.length >= ENTITIES_MAX) this.entities.splice(0, ENTITIES_MAX / 2);
    this.entities.push(entity);
  }

  /** A random stored object; newer objects are more likely, since their state allows more operations. */
  recall(random: Random): Entity | undefined {
    if (this.entities.length === 0) return undefined;
    const back = Math.floor(random.next() ** 3 * this.entities.length);
    return this.entities[this.entities.length - 1 - back];
  }

  /** A value for a field, from any stored object: for example, a `destination` is the id of some object. */
  valueOf(field: string, random: Random, about: Entity | undefined): unknown {
    const names = aliases[field] ?? [field];
    for (let tries = 0; tries < 4; tries += 1) {
      const entity = tries === 0 ? about : this.recall(random);
      const name = names.find((one) => entity?.[one] !== undefined && entity[one] !== null);
      if (entity && name !== undefined) return entity[name];
    }
    return undefined;
  }
}

const aliases: Readonly<Record<string, readonly string[]>> = {
  amount: ['totalAmount', 'amount'],
  cancelAmount: ['balanceAmount', 'totalAmount'],
  destination: ['id'],
  startingAfter: ['transactionKey', 'id', 'orderKey', 'productKey'],
  arsReservationId: ['arsReservationId', 'id', 'arsReservationKey'],
};
