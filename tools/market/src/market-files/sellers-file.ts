import { isBusinessRegistrationNumber } from './business-registration-number.js';
import { emptyOr, identifier, matching, Misfit, oneOf, text, type Column } from './column.js';
import { reportRepeats, type Table } from './csv-table.js';
import type { FileProblem } from './market-files-invalid.js';
import { BUSINESS_TYPES, VERIFICATIONS, type Seller } from './market.js';

/** The banks that accept payouts, by three-digit code; 295 exists only as the provider's test bank. */
// prettier-ignore
export const BANK_CODES = [
  '002', '003', '004', '007', '011', '012', '020', '023', '027', '031', '032', '034', '035', '037', '039',
  '045', '048', '050', '054', '064', '071', '081', '088', '089', '090', '092', '295',
] as const;

const businessRegistrationNumber: Column<string> = (cell) => {
  if (!isBusinessRegistrationNumber(cell)) {
    throw new Misfit(`"${cell}" is not a business registration number: ten digits, the last one a check digit`);
  }
  return cell;
};

const bankCode: Column<string> = (cell) => {
  if (!BANK_CODES.some((code) => code === cell)) throw new Misfit(`"${cell}" is no bank's three-digit code`);
  return cell;
};

export const sellerColumns = {
  sellerId: identifier(1, 40),
  businessType: oneOf(BUSINESS_TYPES),
  name: text(60),
  representativeName: emptyOr(text(40)),
  businessRegistrationNumber: emptyOr(businessRegistrationNumber),
  email: matching(/^(?=.{3,100}$)[^\s@,]+@[^\s@,]+\.[^\s@,.]+$/, 'an e-mail address of at most 100 characters'),
  phone: matching(/^\d{8,11}$/, 'a phone number of 8 to 11 digits'),
  bankCode,
  accountNumber: matching(/^\d{1,14}$/, 'an account number of 1 to 14 digits'),
  holderName: text(50),
  verification: oneOf(VERIFICATIONS),
};

/** The sellers with valid rows; the others are reported. */
export function sellersIn(table: Table<typeof sellerColumns>, report: (problem: FileProblem) => void): Seller[] {
  reportRepeats(table, ['sellerId'], report);
  const sellers: Seller[] = [];
  for (const { line, values: seller } of table.rows) {
    if (seller === undefined) continue;
    for (const column of ['representativeName', 'businessRegistrationNumber'] as const) {
      const reason = misplaced(seller.businessType === 'INDIVIDUAL', seller[column] !== undefined);
      if (reason !== undefined) report({ file: table.file, line, column, reason });
    }
    sellers.push(seller);
  }
  return sellers;
}

function misplaced(isIndividual: boolean, isGiven: boolean): string | undefined {
  if (isIndividual && isGiven) return 'must be empty for an INDIVIDUAL';
  if (!isIndividual && !isGiven) return 'is empty: only an INDIVIDUAL has none';
  return undefined;
}
