import { type Operation, operationsOf } from '../api/operation.js';
import { providerGroupHandlers, providerHandlers } from '../api/provider-handlers.js';
import { DueWork } from '../due-work.js';
import type { World } from '../world.js';

/** One merchant's world, its due work, and the operations of the provider's API on that world. */
export class Site {
  readonly work: DueWork;
  private readonly operations: ReadonlyMap<string, Operation>;

  constructor(readonly world: World) {
    this.work = new DueWork(world);
    const operations = operationsOf(providerHandlers, providerGroupHandlers, world);
    this.operations = new Map(operations.map((operation) => [operation.name, operation]));
  }

  operation(name: string): Operation {
    const found = this.operations.get(name);
    if (!found) throw new Error(`The contract has no operation ${name}`);
    return found;
  }
}
