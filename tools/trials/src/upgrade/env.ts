/** A tag or commit to take as the previous release; undefined: the trial finds one. */
export const chosenRelease = (): string | undefined => process.env['PREVIOUS_RELEASE'] || undefined;
