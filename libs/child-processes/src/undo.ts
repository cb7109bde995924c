/** Started things, ended in reverse order. */
export class Undo {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Registers a running thing, and returns it. */
  of<T>(thing: T, end: (thing: T) => Promise<unknown>): T {
    this.add(() => end(thing));
    return thing;
  }

  /** Ends everything, even when one end fails; throws the first failure. A second call does nothing. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.steps.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

/** Starts several parts as a whole: when one part fails, the earlier parts are ended and the failure is thrown. */
export async function allOrNothing<T>(start: (undo: Undo) => Promise<T>): Promise<T> {
  const undo = new Undo();
  try {
    return await start(undo);
  } catch (error) {
    await undo.run().catch(() => undefined);
    throw error;
  }
}
