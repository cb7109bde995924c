export const sideKinds = ['floor', 'subject'] as const;
export type SideKind = (typeof sideKinds)[number];

/** What a planning side's process is to do: be of a kind, then plan the run of one date in one database after the other. */
export type SideOrder = Readonly<{ do: 'open'; kind: SideKind } | { do: 'plan'; url: string; date: string }>;
/** Where the time went, in seconds by what was done. */
export type Parts = Readonly<Record<string, number>>;
/** Of the JavaScript heap, in bytes: the most that was seen of it, garbage included, and what the run left behind without garbage. */
export type Heap = Readonly<{ peak: number; kept: number }>;
export type Planned = Readonly<{ seconds: number; parts: Parts; heap: Heap }>;
export type SideAnswer = Readonly<{ did: 'open' } | { did: 'plan'; planned: Planned }>;
