import { endpoint, FormFile, IntText } from '@jeongsan/http-contract';
import { z } from 'zod';
import { codes } from './errors.js';
import { acknowledged } from './reading.js';
import { imageTypes, isStockedOnce, Product, productFields, ProductImage, ProductKey } from './products.objects.js';

const stockedOnce = { path: ['stock'], error: 'Stock of the product or of its options, not of both' };
const params = z.object({ productKey: ProductKey });

export const createProduct = endpoint({
  method: 'POST',
  path: '/v1/products',
  summary: 'Create a product; its url is the payment link.',
  security: 'basic',
  body: z.object(productFields).refine(isStockedOnce, stockedOnce),
  success: { status: 200, body: Product },
  errors: codes(),
});

export const getProduct = endpoint({
  method: 'GET',
  path: '/v1/products/{productKey}',
  summary: 'Read a product.',
  security: 'basic',
  params,
  success: { status: 200, body: Product },
  errors: codes('NOT_FOUND_PRODUCT'),
});

// ASSUMED: products are listed in the order they were created, and startingAfter excludes the product it names.
export const listProducts = endpoint({
  method: 'GET',
  path: '/v1/products',
  summary: 'Products, page by page.',
  security: 'basic',
  query: z.object({ limit: IntText.optional(), startingAfter: ProductKey.optional() }),
  success: { status: 200, body: z.array(Product) },
  errors: codes('EXCEED_MAX_QUERY_LIMIT', 'NOT_FOUND_PRODUCT'),
});

export const updateProduct = endpoint({
  method: 'POST',
  path: '/v1/products/{productKey}',
  summary: 'Change the fields that are sent.',
  security: 'basic',
  params,
  body: z
    .object({ ...productFields, name: productFields.name.optional(), amount: productFields.amount.optional() })
    .refine(isStockedOnce, stockedOnce),
  success: { status: 200, body: Product },
  errors: codes('NOT_FOUND_PRODUCT'),
});

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/v1/products/{productKey}',
  summary: 'Take a product off sale for good.',
  security: 'basic',
  params,
  // ASSUMED: "the deleted productKey" comes as an object of that one member.
  success: { status: 200, body: acknowledged(z.object({ productKey: ProductKey })) },
  errors: codes('NOT_FOUND_PRODUCT'),
});

export const uploadProductImages = endpoint({
  method: 'POST',
  path: '/v1/products/{productKey}/images',
  summary: 'Upload up to 10 images of up to 10 MB each, as the main image or as detail images.',
  security: 'basic',
  timeoutMs: 60_000,
  params,
  query: z.object({ imageType: z.enum(imageTypes) }),
  bodyType: 'multipart',
  body: z.object({ files: z.array(FormFile).min(1) }),
  success: { status: 200, body: z.array(ProductImage) },
  errors: codes('NOT_FOUND_PRODUCT', 'EXCEED_MAX_FILE_COUNT', 'EXCEED_MAX_FILE_SIZE', 'INVALID_FILE_TYPE'),
});

export const sendProductSms = endpoint({
  method: 'POST',
  path: '/v1/products/{productKey}/sms',
  summary: 'Send the payment link to phones.',
  security: 'basic',
  params,
  body: z.object({
    // ASSUMED: a phone number is 8 to 15 digits, as everywhere else.
    recipients: z.array(z.string().regex(/^\d{8,15}$/, '8 to 15 digits')).min(1),
    // ASSUMED: numbers and truth values become text, as they travel in an address.
    queryParams: z.record(z.string().min(1), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  }),
  // ASSUMED: the body of the success is an empty object; only its status is shown.
  success: { status: 200, body: acknowledged(z.object({})) },
  errors: codes('NOT_FOUND_PRODUCT', 'EXCEED_MAX_QUERY_PARAMS'),
});

export const productOperations = {
  createProduct,
  getProduct,
  listProducts,
  updateProduct,
  deleteProduct,
  uploadProductImages,
  sendProductSms,
} as const;
