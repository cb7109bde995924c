/** The parameters of a seeded world; all its ids begin with the prefix. */
export type Planted = Readonly<{ seed: number; prefix: string; payments: number; sellers: number; days: number }>;
