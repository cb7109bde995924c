import { shareOf, weighted, type Random } from '@jeongsan/random';
import type { Method, OrderLine } from '../market-files/market.js';
import { CATEGORIES, GIFT_DAYS, type CategoryName, type Product } from './catalogue.js';
import { addDays, koreanTime, weekdayOf } from './days.js';
import type { Month } from './month.js';
import type { Shop } from './make-shops.js';
import type { UnpaidOrder } from './make-ways.js';

type Draft = Omit<UnpaidOrder, 'orderId'>;
type Item = Readonly<{ product: Product; line: OrderLine }>;

/** From Monday to Sunday: people shop at their desks. */
const WEEKDAY_TRAFFIC = [1.2, 1.1, 1.05, 1, 0.95, 0.8, 0.95];

/** From midnight on: quiet before dawn, busy at lunch, busiest on the sofa. */
const HOUR_TRAFFIC = [30, 15, 8, 5, 4, 5, 9, 18, 32, 48, 58, 66, 68, 62, 56, 54, 52, 50, 50, 56, 70, 86, 84, 58];

const pickMethod = weighted<Method>([
  ['카드', 58],
  ['간편결제', 34],
  ['계좌이체', 8],
]);
const pickHour = weighted(HOUR_TRAFFIC.map((traffic, hour) => [hour, traffic] as const));
const pickQuantity = weighted([[1, 86], [2, 10], [3, 4]]); // prettier-ignore
const pickLinesOfOneSeller = weighted([[1, 82], [2, 14], [3, 4]]); // prettier-ignore
const pickLinesOfSeveral = weighted([[2, 50], [3, 28], [4, 14], [5, 8]]); // prettier-ignore
const pickCouponPercent = weighted([[5n, 30], [7n, 15], [10n, 30], [15n, 15], [20n, 10]]); // prettier-ignore
const pickCouponBearer = weighted([['PLATFORM', 40], ['SELLER', 22], ['BOTH', 38]]); // prettier-ignore

const SEVERAL_SELLERS = 0.35;
const DISCOUNTED = 0.3;
/** Sold by weight or priced in another currency: not a round amount. */
const ODDLY_PRICED = 0.22;

/** A seller in debt sells this often, in the month's first days only. */
const ORDERS_BEFORE_DEBT = 4;
const DAYS_BEFORE_DEBT = 8;

/** Makes the month's orders, numbered day by day in the order of time. */
export function makeOrders(month: Month, shops: readonly Shop[], random: Random): UnpaidOrder[] {
  const pickDay = dayPicker(month);
  const pickShop = shopPicker(shops);
  const drafts: Draft[] = [];
  for (const shop of shops.filter(({ part }) => part === 'IN_DEBT')) {
    for (let made = 0; made < ORDERS_BEFORE_DEBT && drafts.length < month.orders; made += 1) {
      const day = addDays(month.from, random.integer(0, Math.min(DAYS_BEFORE_DEBT, month.days) - 1));
      drafts.push(draftOrder(day, [shop], random));
    }
  }
  while (drafts.length < month.orders) {
    const day = pickDay(random);
    drafts.push(draftOrder(day, basketOf(day, pickShop, random), random));
  }
  return numbered(drafts);
}

function dayPicker({ from, days }: Month): (random: Random) => string {
  const traffic = Array.from({ length: days }, (_, index) => {
    const day = addDays(from, index);
    return [day, (WEEKDAY_TRAFFIC[weekdayOf(day)] ?? 1) * (GIFT_DAYS[day.slice(5)]?.traffic ?? 1)] as const;
  });
  return weighted(traffic);
}

/** Picks a shop by its size, and the more often on a day its category is favoured. */
function shopPicker(shops: readonly Shop[]): (day: string, random: Random) => Shop {
  const DRAWS_MAX = 50;
  const pickBySize = weighted(shops.map((shop) => [shop, shop.salesShare] as const));
  return (day, random) => {
    const favours: Partial<Record<CategoryName, number>> = GIFT_DAYS[day.slice(5)]?.favours ?? {};
    const favourMost = Math.max(1, ...Object.values(favours));
    let shop = pickBySize(random);
    for (let draws = 1; draws < DRAWS_MAX; draws += 1) {
      if (random.chance((favours[shop.category] ?? 1) / favourMost)) break;
      shop = pickBySize(random);
    }
    return shop;
  };
}

function basketOf(day: string, pickShop: (day: string, random: Random) => Shop, random: Random): Shop[] {
  const first = pickShop(day, random);
  if (!random.chance(SEVERAL_SELLERS)) return Array.from({ length: pickLinesOfOneSeller(random) }, () => first);
  const shops = [first];
  for (let more = pickLinesOfSeveral(random) - 1; more > 0; more -= 1) {
    let shop = pickShop(day, random);
    // The second line is what makes it a basket of several sellers; later ones may be anyone's.
    while (shops.length === 1 && shop === first) shop = pickShop(day, random);
    shops.push(shop);
  }
  return shops;
}

function draftOrder(day: string, shops: readonly Shop[], random: Random): Draft {
  const items = shops.map((shop, index) => makeItem(shop, `L${index + 1}`, random));
  const more = items.length - 1;
  const second = pickHour(random) * 3600 + random.integer(0, 3599);
  return {
    orderedAt: koreanTime(day, second),
    orderName: `${items[0]?.product.name}${more > 0 ? ` 외 ${more}건` : ''}`,
    method: pickMethod(random),
    lines: items.map(({ line }) => line),
  };
}

function makeItem(shop: Shop, lineId: string, random: Random): Item {
  const { taxFree, products } = CATEGORIES[shop.category];
  const product: Product = random.pick<Product>(products);
  const price = makePrice(product, random);
  const quantity = pickQuantity(random);
  const amount = price * BigInt(quantity);
  const { discountAmount, discountBySeller } = makeDiscount(amount, random);
  const taxFreePercent = BigInt(taxFree ? 100 : (product.taxFreePercent ?? 0));
  const taxFreeAmount = ((amount - discountAmount) * taxFreePercent) / 100n;
  const { sellerId } = shop.seller;
  return {
    product,
    line: {
      ...{ lineId, sellerId, category: shop.category, quantity, amount },
      ...{ taxFreeAmount, discountAmount, discountBySeller },
    },
  };
}

/** Nearer to the low end of the range than to the high one, mostly with a nine before the zeros. */
function makePrice({ low, high }: Product, random: Random): bigint {
  const hundreds = low + Math.floor((high - low) * random.fraction() * random.fraction());
  const displayed = random.chance(0.6) ? hundreds - (hundreds % 10) + 9 : hundreds;
  return BigInt(displayed) * 100n + (random.chance(ODDLY_PRICED) ? BigInt(random.integer(1, 99)) : 0n);
}

function makeDiscount(amount: bigint, random: Random): Pick<OrderLine, 'discountAmount' | 'discountBySeller'> {
  if (!random.chance(DISCOUNTED)) return { discountAmount: 0n, discountBySeller: 0n };
  const fixed = BigInt(random.integer(1, 5)) * 1000n;
  const useFixed = random.chance(0.4) && fixed * 2n < amount;
  const discountAmount = useFixed ? fixed : (amount * pickCouponPercent(random)) / 100n;
  const bearer = pickCouponBearer(random);
  if (bearer === 'PLATFORM') return { discountAmount, discountBySeller: 0n };
  if (bearer === 'SELLER') return { discountAmount, discountBySeller: discountAmount };
  return { discountAmount, discountBySeller: shareOf(discountAmount, 150, 850, random) };
}

function numbered(drafts: readonly Draft[]): UnpaidOrder[] {
  const madeOn = new Map<string, number>();
  return drafts
    .toSorted((a, b) => (a.orderedAt < b.orderedAt ? -1 : a.orderedAt > b.orderedAt ? 1 : 0))
    .map((draft) => {
      const day = draft.orderedAt.slice(0, 10).replaceAll('-', '');
      const number = (madeOn.get(day) ?? 0) + 1;
      madeOn.set(day, number);
      return { orderId: `ORD-${day}-${String(number).padStart(4, '0')}`, ...draft };
    });
}
