/**
 * What a side is asked for: a raw full join of transactions and settlement rows, raw joins of all four tables, a comparison that writes
 * nothing and counts the breaks by class, one that lists each difference with both sides, or one that opens the breaks and is rolled back.
 */
export const matchWays = ['floor', 'joins', 'compare', 'list', 'commit'] as const;
export type MatchWay = (typeof matchWays)[number];

export type MatchOrder = Readonly<{ way: MatchWay; url: string }>;
export type MatchAnswer = Readonly<{ did: 'match'; seconds: number; differences: number; peakRssBytes: number }>;
