import { formatWon } from '@jeongsan/money';
import type { OptionRow, ProductObject, ProductRow } from '../products/product.js';
import { isBuyable } from '../products/product.js';
import { type Html, html } from './html.js';

export type ProductPage = Readonly<{ row: ProductRow; product: ProductObject; action: string; token: string }>;

/** The page that shows a product, with the form that orders it. */
export function productPage({ row, product, action, token }: ProductPage): Html {
  const { mainImage, images, description, exchangeRefundPolicy, deliveryPolicy } = product;
  return html`${mainImage && image(mainImage.productImageKey, product.name)}
    <h1>${product.name}</h1>
    <p class="price">${formatWon(product.amount)}</p>
    ${description !== null && html`<p>${description}</p>`}
    ${images.map(({ productImageKey }) => image(productImageKey, product.name))}
    ${deliveryPolicy !== null && html`<p>배송비 ${formatWon(deliveryPolicy.amount)} · ${deliveryPolicy.period}</p>`}
    ${product.status === 'SOLD_OUT' ? html`<p class="notice">품절된 상품입니다.</p>` : orderForm(row, action, token)}
    ${
      exchangeRefundPolicy !== null &&
      html`<h2>교환 및 환불</h2>
        <p>${exchangeRefundPolicy}</p>`
    }`;
}

// The URL has no host, so that an image is loaded from the server of the page.
const image = (key: string, name: string): Html => html`<img src="/shop/images/${key}" alt="${name}" />`;

const orderForm = (row: ProductRow, action: string, token: string): Html =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="token" value="${token}" />
    ${
      row.options.length > 0 &&
      html`<label
        >옵션<select name="option" required>
          ${row.options.map(option)}
        </select></label
      >`
    }
    <label>수량<input name="quantity" type="number" min="1" value="1" required /></label>
    <label>이름<input name="customerName" maxlength="100" autocomplete="name" required /></label>
    <label>휴대폰 번호<input name="customerPhoneNumber" type="tel" autocomplete="tel" required /></label>
    ${row.useMemo && html`<label>요청 사항<textarea name="memo" maxlength="500"></textarea></label>`}
    ${row.deliveryAmount !== null && shipping}
    <button>구매하기</button>
  </form>`;

const option = (one: OptionRow): Html =>
  html`<option value="${one.id}" ${isBuyable(one) ? '' : 'disabled'}>
    ${one.names.join(' / ')} (+${formatWon(BigInt(one.amount))})${isBuyable(one) ? '' : ' 품절'}
  </option>`;

const shipping = html`<fieldset>
  <legend>배송지</legend>
  <label>받는 사람<input name="receiver" maxlength="100" required /></label>
  <label>우편번호<input name="postalCode" pattern="[0-9]{5}" autocomplete="postal-code" required /></label>
  <label>주소<input name="address" maxlength="200" autocomplete="street-address" required /></label>
  <label>상세 주소<input name="detailAddress" maxlength="200" /></label>
</fieldset>`;
