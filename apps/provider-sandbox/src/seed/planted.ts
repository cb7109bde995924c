/** What every part of a seeded world is made from; ids begin with the prefix. */
export type Planted = Readonly<{ seed: number; prefix: string; payments: number; sellers: number; days: number }>;
