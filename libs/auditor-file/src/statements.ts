// A part of the program that every auditor's file carries: imports from rows.ts only.
import { amount, BadFile, type Check, fail, type Period, plus, type Row, text } from './rows.js';

/** An entry of a seller's payable account in the journal, until a statement shows it. */
type Payable = Readonly<{ account: string; key: string; amount: bigint }>;

/** Statements against their lines, against each other, and against the journal. */
export class Statements {
  private readonly movements = new Map<string, bigint>();
  /** By the id of the entry. Money that is reserved for a payout is no line of a statement. */
  private readonly payable = new Map<string, Payable>();
  private readonly sellers = new Map<string, string>();
  private readonly carried = new Map<string, bigint>();

  constructor(private readonly period: Period) {}

  /** Keeps an entry of the journal when it is of a seller's payable account. */
  entry(entry: Row, key: string): void {
    const account = text(entry, 'account');
    if (!/^seller:.*:payable$/.test(account) || text(entry, 'currency') !== 'KRW') return;
    this.payable.set(text(entry, 'id'), { account, key, amount: amount(entry, 'amount') });
  }

  statement(row: Row): void {
    const [movements, left] = [amount(row, 'movements'), amount(row, 'payoutAmount') + amount(row, 'carried')];
    const [id, seller] = [text(row, 'id'), text(row, 'sellerId')];
    if (amount(row, 'opening') + movements !== left) fail(`statement ${id} does not add up`);
    const before = this.carried.get(seller);
    if (before !== undefined && before !== amount(row, 'opening'))
      fail(`statement ${id} opens with ${text(row, 'opening')}, and the one before carried ${before}`);
    this.carried.set(seller, amount(row, 'carried'));
    this.sellers.set(id, seller);
    this.movements.set(id, movements);
  }

  /** Lines of one entry follow one another; together they are the entry in the journal. */
  lines(): Check {
    let [rows, sum] = [0, 0n];
    let entry: Row | undefined;
    const endOfEntry = (): void => {
      const problem = entry && this.problemOf(entry, sum);
      if (problem) throw new BadFile('statement-lines.ndjson', rows, problem);
    };
    return {
      row: (row) => {
        if (entry && text(row, 'entryId') !== text(entry, 'entryId')) {
          endOfEntry();
          sum = 0n;
        }
        const charges = Object.values(row['charges'] as Record<string, string>).reduce(
          (all, one) => all + BigInt(one),
          0n,
        );
        if (amount(row, 'gross') - amount(row, 'discountShare') - charges !== amount(row, 'net'))
          fail(`the parts of a line of statement ${text(row, 'statementId')} do not make its net amount`);
        plus(this.movements, text(row, 'statementId'), -amount(row, 'amount'));
        sum += amount(row, 'amount');
        entry = row;
        rows += 1;
      },
      end: () => {
        endOfEntry();
        for (const [id, left] of this.movements)
          if (left !== 0n) fail(`the lines of statement ${id} differ by ${left}`);
      },
    };
  }

  /** Compares the lines of an entry with the journal. Entries of months before and after the period are in the files of those months. */
  private problemOf(line: Row, sum: bigint): string | null {
    const [day, id, statement] = [text(line, 'day'), text(line, 'entryId'), text(line, 'statementId')];
    const { from, until } = this.period;
    if (day.slice(0, 7) < from || day.slice(0, 7) > until) return null;
    const found = this.payable.get(id);
    const name = `entry ${id} on statement ${statement}`;
    if (!found) return `${name} is not in the journal, or stands on another statement too`;
    this.payable.delete(id);
    if (found.account !== `seller:${this.sellers.get(statement)}:payable`) return `${name} is of ${found.account}`;
    if (found.key !== text(line, 'postingKey')) return `${name} is of posting ${found.key}`;
    return sum === -found.amount ? null : `${name} is ${sum}, and ${-found.amount} in the journal`;
  }
}
