import { SeoulInstant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { ValidThrough } from './local-times.js';
import { CurrencyCode } from './payment.objects.js';
import { decisive } from './reading.js';

export const ProductKey = z.string().min(1).max(200);
/** Limits of one upload (document 3 section 8). */
export const IMAGE_FILES_MAX = 10;
// ASSUMED: 10 MB are 10 times 1,048,576 bytes.
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
/** The queryParams of a message, as JSON (document 3 section 8). */
export const QUERY_PARAMS_CHARACTERS_MAX = 500;
export const LINK_LIST_LIMIT_DEFAULT = 20;
export const LINK_LIST_LIMIT_MAX = 100;

export const productStatuses = ['ON_SALE', 'SOLD_OUT'] as const;
export const imageTypes = ['MAIN', 'DETAIL'] as const;

const currency = CurrencyCode;
const Stock = z.object({ totalQuantity: z.int(), remainQuantity: z.int() });
export const ProductImage = z.object({ productImageKey: z.string(), path: z.string() });

/** Document 3 section 2.1. */
export const Product = decisive(
  z.object({
    productKey: ProductKey,
    name: z.string(),
    amount: WonNumber,
    currency,
    description: z.string().nullable(),
    exchangeRefundPolicy: z.string().nullable(),
    status: z.enum(productStatuses),
    url: z.string().nullable(),
    useMemo: z.boolean(),
    validThrough: ValidThrough.nullable(),
    mainImage: ProductImage.nullable(),
    images: z.array(ProductImage),
    // ASSUMED: a product without options has an optionDetail with two empty lists.
    optionDetail: z.object({
      groups: z.array(z.object({ id: z.string(), name: z.string(), values: z.array(z.string()) })),
      options: z.array(
        z.object({
          id: z.string(),
          names: z.array(z.string()),
          amount: WonNumber,
          currency,
          available: z.boolean(),
          stock: Stock.nullable(),
        }),
      ),
    }),
    stock: Stock.nullable(),
    deliveryPolicy: z.object({ amount: WonNumber, currency, period: z.string() }).nullable(),
    createdAt: SeoulInstant,
  }),
  ['productKey', 'amount', 'currency'],
);

// ASSUMED: no lengths are shown; a name has to fit into an order's name, an option's into a line, and texts are bounded.
const Name = z.string().min(1).max(100);
const OptionName = z.string().min(1).max(50);
const LongText = z.string().max(10_000);
const StockIn = z.object({ quantity: z.int32().nonnegative() });

// ASSUMED: an option names one value of every group, in the groups' order; names and combinations do not repeat.
const OptionDetailIn = z
  .object({
    groups: z.array(z.object({ name: OptionName, values: z.array(OptionName).min(1).max(100) })).min(1),
    options: z
      .array(
        z.object({ names: z.array(OptionName), amount: WonNumber, available: z.boolean(), stock: StockIn.nullish() }),
      )
      .min(1)
      .max(1_000),
  })
  .superRefine(({ groups, options }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const isRepeated = (texts: readonly string[]) => new Set(texts).size < texts.length;
    if (isRepeated(groups.map(({ name }) => name))) refuse(['groups'], 'Group names do not repeat');
    groups.forEach(({ values }, index) => {
      if (isRepeated(values)) refuse(['groups', index, 'values'], 'Values do not repeat');
    });
    options.forEach(({ names }, index) => {
      const fits = names.length === groups.length && groups.every(({ values }, i) => values.includes(names[i] ?? ''));
      if (!fits) refuse(['options', index, 'names'], 'One value of every group');
    });
    if (isRepeated(options.map(({ names }) => JSON.stringify(names))))
      refuse(['options'], 'Combinations do not repeat');
  });

// ASSUMED: null is taken for what is optional: nothing on creation, and on update it takes the value away.
/** The members of a product in requests. Required for creation: name and amount. */
export const productFields = {
  name: Name,
  amount: WonNumber,
  description: LongText.nullish(),
  stock: StockIn.nullish(),
  optionDetail: OptionDetailIn.nullish(),
  useMemo: z.boolean().optional(),
  validThrough: ValidThrough.nullish(),
  exchangeRefundPolicy: LongText.nullish(),
  deliveryPolicy: z.object({ amount: WonNumber, period: Name }).nullish(),
};

type Stocked = {
  stock?: unknown;
  optionDetail?: { options: readonly { stock?: unknown }[] } | null | undefined;
};
/** Stock is counted either for the product or for its options (document 3 section 4). */
export const isStockedOnce = ({ stock, optionDetail }: Stocked): boolean =>
  stock == null || !optionDetail?.options.some((option) => option.stock != null);
