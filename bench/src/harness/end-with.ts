import { shutdown } from '@jeongsan/child-processes';

/** Ends the process after its measurements: 0 all is well, 1 a line was missed, 2 it could not measure. Nothing that it started is left. */
export async function endWith(measure: () => Promise<boolean>): Promise<never> {
  try {
    const isGood = await measure();
    await shutdown();
    process.exit(isGood ? 0 : 1);
  } catch (error) {
    await shutdown();
    console.error(error);
    process.exit(2);
  }
}
