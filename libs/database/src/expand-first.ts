/** A statement of a migration that the release before may not survive, and why. */
export type Contraction = Readonly<{ statement: string; because: string }>;

const NAME = '(?:if exists |if not exists |only )*"?([\\w.]+)"?';

// prettier-ignore
/** Statements after which services of the release before fail, or write what is refused. The first group is the table, if there is one. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/^drop (?:table|view|materialized view|schema|type|domain|sequence|function|procedure|routine)\b/, 'it may still be used'],
  [/^alter (?:table|view|function|type|schema|index|sequence|domain)\b.*\brename\b/,                  'the old name may still be used'],
  [/^alter (?:table|view|function|type)\b.*\bset schema\b/,                                           'the old name may still be used'],
  [new RegExp(`^alter table ${NAME}.*\\bdrop column\\b`),                                             'the column may still be read or written'],
  [new RegExp(`^alter table ${NAME}.*\\balter (?:column )?"?\\w+"? (?:set data )?type\\b`),           'the column is rewritten under a lock, and may take less'],
  [new RegExp(`^alter table ${NAME}.*\\bset not null\\b`),                                            'rows without it may still be written'],
  [new RegExp(`^alter table ${NAME}.*\\bdrop default\\b`),                                            'rows without it may still be written'],
  [new RegExp(`^alter table ${NAME}.*\\badd (?:column )?(?:if not exists )?"?(?!constraint|check|unique|primary|foreign|exclude)\\w+"? (?!.*\\bdefault\\b).*\\bnot null\\b`), 'rows without it may still be written'],
  [new RegExp(`^alter table ${NAME}.*\\badd (?:constraint|check|unique|primary|foreign|exclude)\\b`), 'rows that break it may still be written'],
  [new RegExp(`^create unique index(?: concurrently)?(?: if not exists)? "?\\w*"? ?on ${NAME}`),      'rows that break it may still be written'],
  [new RegExp(`^create (?:or replace )?(?:constraint )?trigger .*? on ${NAME}`),                      'what it refuses may still be written'],
  [new RegExp(`^truncate (?:table )?${NAME}`),                                                        'rows are lost'],
  [/^(?:revoke|alter default privileges .*\brevoke)\b/,                                               'the right may still be needed'],
];

/**
 * The statements of one migration that the release before may not survive. A release expands: it adds what the next one needs.
 * The release after contracts, when nothing uses the old any more. What a migration makes itself, it may restrict.
 */
export function contractions(sql: string): Contraction[] {
  const statements = statementsOf(sql);
  const made = new Set(statements.flatMap((statement) => madeBy(statement)));
  return statements.flatMap((statement) => {
    const found = forbidden.flatMap(([pattern, because]) => {
      const match = pattern.exec(statement);
      return match && !made.has(match[1] ?? '') ? [because] : [];
    });
    return found[0] === undefined ? [] : [{ statement: statement.slice(0, 120), because: found[0] }];
  });
}

/** The SQL in a migration's file: the texts between backticks. What is put into them comes from constants, and ends no statement. */
export const sqlOf = (source: string): string =>
  [...source.matchAll(/`((?:[^`\\]|\\.)*)`/g)].map(([, text = '']) => text).join(';\n');

const madeBy = (statement: string): string[] =>
  new RegExp(`^create (?:unlogged )?table ${NAME}`).exec(statement)?.slice(1, 2) ?? [];

// Comments, texts and bodies of functions: a semicolon in them ends no statement.
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g;

/** The statements in lower case on one line each, without comments, and with texts and bodies of functions left out. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(OPAQUE, (found) => (found.startsWith('--') || found.startsWith('/*') ? ' ' : "''"))
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
