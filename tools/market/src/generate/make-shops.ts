import { weighted, type Random } from '@jeongsan/random';
import { checkDigit } from '../market-files/business-registration-number.js';
import type { BusinessType, Seller, Terms, Verification } from '../market-files/market.js';
import { CAST, type CastMember, type Part } from './cast.js';
import { CATEGORIES, GIVEN_NAMES, SHOP_WORDS, SURNAMES, type Category, type CategoryName } from './catalogue.js';
import type { Month } from './month.js';
import { makeSafeguards, makeTerms, tranchesOf } from './make-terms.js';

/** A seller with what the files do not say: what it sells, and how much of all sales is its own (in thousandths). */
export type Shop = Readonly<{
  part: Part;
  category: CategoryName;
  salesShare: number;
  seller: Seller;
  terms: readonly Terms[];
}>;

/** What a seller is made from. */
type Sketch = Readonly<{ businessType: BusinessType; category: CategoryName; verification: Verification }>;

/** Banks with the digits of their account numbers, the ones sellers use most first. */
// prettier-ignore
const pickBank = weighted<readonly [bankCode: string, digits: number]>([
  [['004', 14], 22], [['088', 12], 17], [['020', 13], 13], [['081', 14], 11], [['011', 13], 10], [['003', 14], 8], [['090', 13], 7],
  [['092', 12], 4], [['045', 13], 3], [['071', 14], 2], [['031', 12], 1], [['032', 13], 1], [['089', 12], 1],
]);

const pickCategory = weighted(
  Object.entries(CATEGORIES).map(([name, { shops }]) => [name as CategoryName, shops] as const),
);
const pickBusinessType = weighted<BusinessType>([
  ['INDIVIDUAL_BUSINESS', 50],
  ['CORPORATE', 34],
  ['INDIVIDUAL', 16],
]);

/** The cast at places spread over the list, everyone else around them. */
export function makeShops(month: Month, random: Random): Shop[] {
  const taken = new Set<string>(CAST.map(({ account }) => account?.accountNumber ?? ''));
  const everydaySellers = month.sellers - CAST.length;
  const shares = random.shuffle(everydayShares(everydaySellers));
  const median = [...shares].sort((a, b) => a - b)[everydaySellers >> 1] ?? 0;
  const gap = Math.floor(month.sellers / CAST.length);
  return Array.from({ length: month.sellers }, (_, index) => {
    const sellerId = `seller-${String(index + 1).padStart(4, '0')}`;
    const member = index % gap === gap - 1 ? CAST[Math.floor(index / gap)] : undefined;
    if (member !== undefined) return castShop(sellerId, index, member, taken, month, random);

    const salesShare = shares.pop() ?? 0;
    const sketch = {
      businessType: pickBusinessType(random),
      category: pickCategory(random),
      // Only small sellers leave their KYC for later: they never reach the weekly limit.
      verification: salesShare < median && random.chance(0.25) ? ('IDENTITY_ONLY' as const) : ('COMPLETED' as const),
    };
    const seller = makeSeller(sellerId, sketch, taken, random);
    return {
      part: 'EVERYDAY',
      category: sketch.category,
      salesShare,
      seller,
      terms: makeTerms(sellerId, safeguardsOf(index, sketch.businessType, random), month, random),
    };
  });
}

/** A few large sellers and a long tail: the share falls with the rank to the power of 1.25. */
function everydayShares(count: number): number[] {
  const sizes = Array.from({ length: count }, (_, rank) => 1 / ((rank + 6) * Math.sqrt(Math.sqrt(rank + 6))));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const left = 1000 - CAST.reduce((sum, { salesShare }) => sum + salesShare, 0);
  return sizes.map((size) => (size / total) * left);
}

/** A stream of its own per seller: what is drawn here moves nothing else in the month. */
const safeguardsOf = (index: number, businessType: BusinessType, random: Random) =>
  makeSafeguards(index, businessType, random.fork(`safeguards/${index}`));

function castShop(
  sellerId: string,
  index: number,
  member: CastMember,
  taken: Set<string>,
  month: Month,
  random: Random,
): Shop {
  const { part, category, salesShare, account, lagDays, lagUnit, cycle, datePolicy } = member;
  const seller = { ...makeSeller(sellerId, member, taken, random), ...account };
  const safeguards = safeguardsOf(index, member.businessType, random);
  const [first] = makeTerms(sellerId, safeguards, month, random);
  const tranches = tranchesOf(lagDays, lagUnit, safeguards.later);
  const terms = first === undefined ? [] : [{ ...first, tranches, cycle, datePolicy }];
  return { part, category, salesShare, seller, terms };
}

function makeSeller(sellerId: string, sketch: Sketch, taken: Set<string>, random: Random): Seller {
  const { businessType, verification } = sketch;
  const isIndividual = businessType === 'INDIVIDUAL';
  const human = random.pick(SURNAMES) + random.pick(GIVEN_NAMES);
  const shop = isIndividual ? human : shopName(CATEGORIES[sketch.category], businessType, taken, random);
  const [bankCode, digits] = pickBank(random);
  return {
    sellerId,
    businessType,
    name: shop,
    representativeName: isIndividual ? undefined : human,
    businessRegistrationNumber: isIndividual ? undefined : businessNumber(businessType, taken, random),
    email: `${sellerId}@example.com`,
    // No Korean mobile number goes on with a 0 after 010: nobody is called by accident.
    phone: `0100${randomDigits(7, random)}`,
    bankCode,
    accountNumber: untaken(taken, () => random.integer(1, 9) + randomDigits(digits - 1, random)),
    // A company holds its account in its own name, everyone else as a person.
    holderName: businessType === 'CORPORATE' ? shop : human,
    verification,
  };
}

function shopName(category: Category, businessType: BusinessType, taken: Set<string>, random: Random): string {
  const plain = untaken(taken, () => random.pick(SHOP_WORDS) + random.pick(category.shopNames));
  if (businessType !== 'CORPORATE') return plain;
  return random.chance(0.7) ? `주식회사 ${plain}` : `${plain} 주식회사`;
}

/** Ten digits with a right check digit that belong to nobody: tax offices begin at 101, these begin with 100. */
function businessNumber(businessType: BusinessType, taken: Set<string>, random: Random): string {
  return untaken(taken, () => {
    const kind = businessType === 'CORPORATE' ? random.pick(['81', '86', '87', '88']) : String(random.integer(10, 79));
    const nine = `100${kind}${randomDigits(4, random)}`;
    return nine + checkDigit(nine);
  });
}

const randomDigits = (count: number, random: Random): string =>
  Array.from({ length: count }, () => random.integer(0, 9)).join('');

/** Draws until the value is a new one. In a market with more shops than names, the name is numbered. */
function untaken(taken: Set<string>, draw: () => string): string {
  const DRAWS_MAX = 50;
  let value = draw();
  for (let draws = 1; taken.has(value); draws += 1) value = draws < DRAWS_MAX ? draw() : `${draw()}${taken.size}`;
  taken.add(value);
  return value;
}
