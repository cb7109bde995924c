export const MARKET_FILES = ['sellers.csv', 'terms.csv', 'orders.csv', 'cancels.csv', 'holds.csv'] as const;
export type MarketFile = (typeof MARKET_FILES)[number];

/** One thing that is wrong, and where. The header is line 1, as an editor counts. */
export type FileProblem = Readonly<{ file: MarketFile; line: number; column?: string; reason: string }>;

/** More than a person reads in one go; the rest is counted. */
const PROBLEMS_LISTED_MAX = 50;

/** Thrown when the files cannot be taken as they are. Holds the first problems in the order of the files, and how many more there are. */
export class MarketFilesInvalid extends Error {
  override readonly name = 'MarketFilesInvalid';
  readonly problems: readonly FileProblem[];
  readonly more: number;

  constructor(found: readonly FileProblem[]) {
    const sorted = found.toSorted((a, b) => order(a) - order(b) || a.line - b.line);
    const problems = sorted.slice(0, PROBLEMS_LISTED_MAX);
    const more = sorted.length - problems.length;
    super(
      [headline(sorted.length), ...problems.map(describe), ...(more > 0 ? [`... and ${more} more`] : [])].join('\n'),
    );
    this.problems = problems;
    this.more = more;
  }
}

const order = (problem: FileProblem): number => MARKET_FILES.indexOf(problem.file);

const headline = (count: number): string =>
  `The market files hold ${count} ${count === 1 ? 'problem' : 'problems'}; nothing was read:`;

function describe({ file, line, column, reason }: FileProblem): string {
  return `  ${file}:${line}${column === undefined ? '' : ` ${column}`}: ${reason}`;
}
