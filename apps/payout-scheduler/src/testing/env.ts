/** What a long spec draws its trials from: another seed each time, printed with its name, unless one is asked for again. */
export const trialsSeed: number = Number(process.env['TRIALS_SEED'] ?? Date.now() % 1_000_000);
