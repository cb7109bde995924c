import { type Html, html } from '../hosted-page/html.js';

export const option = (value: string, label: string, isSelected = false): Html =>
  html`<option value="${value}" ${isSelected ? 'selected' : ''}>${label}</option>`;

export const select = (name: string, label: string, options: readonly Html[]): Html =>
  html`<label
    >${label}<select name="${name}">
      ${options}
    </select></label
  >`;

/** A test card's number is filled in, so that a visitor need not look for one. */
export const cardNumberField = html`<label
    >카드 번호<input
      name="cardNumber"
      inputmode="numeric"
      autocomplete="off"
      pattern="[0-9 \\-]{14,19}"
      value="9410001234567890"
      required
  /></label>
  <p>시험용 카드입니다. 실제 카드 번호를 입력하지 마세요.</p>`;
