import type { Load, LoadSize } from '../harness/load.js';

export const sideKinds = ['floor', 'prepared-floor', 'subject', 'peer'] as const;
export type SideKind = (typeof sideKinds)[number];

/** Who posts to whom: anybody, everybody to one account nobody updates, or everybody to one that must be updated. */
export type Shape = 'spread' | 'hot' | 'hot-seller' | 'batch';

/** What a ledger side's process is to do. */
export type SideSetup = Readonly<{ kind: SideKind; shape: Shape; url: string; lanes: number; sellers: number }>;
export type SideOrder = Readonly<{ do: 'open'; setup: SideSetup } | { do: 'load'; size: LoadSize }>;
export type SideAnswer = Readonly<{ did: 'open' } | { did: 'load'; load: Load }>;
