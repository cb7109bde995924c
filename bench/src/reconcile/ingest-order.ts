/** `floor`: COPY into tables with a key alone; `tables`: COPY into the reconciler's tables; `subject`: what a night does. */
export type SideKind = 'floor' | 'tables' | 'subject';
/** `open` reads the pages from the provider once; `ingest` stores them all in empty tables. */
export type SideOrder =
  | Readonly<{ do: 'open'; kind: SideKind; url: string; providerUrl: string; pages: number }>
  | Readonly<{ do: 'ingest' }>;
export type SideAnswer =
  | Readonly<{ did: 'open'; rows: number; bytes: number }>
  | Readonly<{ did: 'ingest'; seconds: number; stored: number }>;
