import type { uploadProductImages as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { timedId } from '../ids.js';
import { imageTypeOf } from './image-type.js';
import { lockProduct } from './product.js';

const INSERT_IMAGE = statement(
  'insert into product_image (image_key, product_key, image_type, content_type, bytes) values (:key, :productKey, :imageType, :contentType, :bytes)',
);

/** Stores images of a product: the main one is replaced, detail images are added (document 3 section 4). */
export const uploadProductImages: Handler<typeof contract> = async (call, { params, query, body }) => {
  const product = await lockProduct(call.sql, params.productKey);
  if (!product) throw new Refused('NOT_FOUND_PRODUCT');
  const isMain = query.imageType === 'MAIN';
  // ASSUMED: a product has one main image, so a request with several main images is refused.
  if (isMain && body.files.length > 1) throw new Refused('INVALID_REQUEST', { about: ['files'] });
  const images = body.files.map(({ name, bytes }) => {
    const contentType = imageTypeOf(bytes);
    if (contentType === undefined) throw new Refused('INVALID_FILE_TYPE', { about: [name.slice(0, 100)] });
    return { key: timedId('image', call.now), contentType, bytes };
  });
  if (isMain) {
    await call.sql.rows(`delete from product_image where product_key = $1 and image_type = 'MAIN'`, [
      params.productKey,
    ]);
  }
  for (const { key, contentType, bytes } of images) {
    await INSERT_IMAGE.rows(call.sql, {
      key,
      productKey: params.productKey,
      imageType: query.imageType,
      contentType,
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    });
  }
  return images.map(({ key }) => ({ productImageKey: key, path: call.world.shop.imageUrl(key) }));
};
