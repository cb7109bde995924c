/**
 * The seed of a long spec's random trials: a new one each time, printed in the test's name, unless TRIALS_SEED names
 * one.
 */
export const trialsSeed: number = Number(process.env['TRIALS_SEED'] ?? Date.now() % 1_000_000);
