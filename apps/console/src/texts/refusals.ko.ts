export const meanings: Readonly<Record<string, string>> = {};
