import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const taxScreens: readonly Screen[] = [
  {
    path: '/tax-invoices',
    title: ['Tax invoices', '세금계산서'],
    group: 'books',
    needs: 'listTaxInvoices',
    show: lazyRouteComponent(() => import('./tax-invoice-list.js'), 'TaxInvoiceList'),
  },
  {
    path: '/tax-invoices/$invoiceId',
    title: ['Tax invoice', '세금계산서'],
    needs: 'getTaxInvoice',
    show: lazyRouteComponent(() => import('./tax-invoice.js'), 'TaxInvoice'),
  },
];
