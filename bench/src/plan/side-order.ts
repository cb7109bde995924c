export const sideKinds = ['floor', 'subject'] as const;
export type SideKind = (typeof sideKinds)[number];

/** What a planning side's process is to do. */
export type SideSetup = Readonly<{ kind: SideKind; url: string }>;
/** A run of one business date, drafted once. */
export type SideOrder = Readonly<{ do: 'open'; setup: SideSetup } | { do: 'plan'; date: string }>;
/** Where the time went, in seconds by what was done. */
export type Parts = Readonly<Record<string, number>>;
export type SideAnswer = Readonly<
  { did: 'open' } | { did: 'plan'; seconds: number; parts: Parts } | { did: 'fail'; message: string }
>;
