/** Who signed in, as the issuer says. `signedInAt`: milliseconds since 1970; null: the issuer does not say. */
export type Person = Readonly<{
  subject: string;
  name: string;
  roles: readonly string[];
  signedInAt: number | null;
}>;

/** What the issuer gave for the person. `refresh` is missing where the issuer gives none: the session ends with `access`. */
export type Tokens = Readonly<{ access: string; accessEndsAt: number; refresh?: string; id: string }>;

/** The session of one browser. All times are milliseconds since 1970. */
export type Session = Readonly<{
  person: Person;
  tokens: Tokens;
  startedAt: number;
  idleEndsAt: number;
  endsAt: number;
}>;
