import { Page } from '../../blocks/page.js';
import { useTexts } from '../../texts/texts.js';
import { OrderRows } from './order-rows.js';
import { orderTexts } from './orders.texts.js';

export function OrderList() {
  const t = useTexts(orderTexts);
  return (
    <Page title={t.orders}>
      <OrderRows />
    </Page>
  );
}
