import { endpoint, SeoulInstant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import {
  walletCustomerStatuses,
  OrderId,
  Payment,
  MethodKey,
  WalletBankAccount,
  WalletCard,
  WalletCustomerKey,
  WalletScopes,
} from '@jeongsan/provider-contract';
import { z } from 'zod';
import { control } from './control-endpoint.js';

const customer = { params: z.object({ customerKey: WalletCustomerKey }) };
const alias = z.string().min(1).max(100);
/** The error code that every payment with this method will answer instead of being approved. */
const refuseWith = z.string().max(100).optional();

/** NOT PART OF THE PROVIDER: a wallet customer in the sandbox's records. */
export const WalletCustomer = z.object({
  customerKey: WalletCustomerKey,
  status: z.enum(walletCustomerStatuses),
  isIdentified: z.boolean(),
  isOneTouch: z.boolean(),
  createdAt: SeoulInstant,
});

/** Actions of wallet customers in the window of the SDK, and of the provider on them. */
export const walletControl = {
  authorizeWalletCustomer: endpoint({
    ...control,
    ...customer,
    method: 'POST',
    path: '/control/wallet/customers/{customerKey}/authorize',
    summary: 'The customer agrees to all terms in the window: the code that comes back with the redirect.',
    body: z.object({ scope: WalletScopes }),
    success: { status: 201, body: z.object({ code: z.string() }) },
  }),
  readWalletCustomer: endpoint({
    ...control,
    ...customer,
    method: 'GET',
    path: '/control/wallet/customers/{customerKey}',
    summary: 'A customer, also one that withdrew.',
    success: { status: 200, body: WalletCustomer },
  }),
  changeWalletCustomer: endpoint({
    ...control,
    ...customer,
    method: 'POST',
    path: '/control/wallet/customers/{customerKey}',
    summary:
      'The customer proves its identity, changes its password or one-touch payment; the provider holds its account.',
    body: z.object({
      isIdentified: z.literal(true).optional(),
      changesPassword: z.literal(true).optional(),
      isOneTouch: z.boolean().optional(),
      isOnHold: z.boolean().optional(),
    }),
    success: { status: 200, body: WalletCustomer },
  }),
  withdrawWalletCustomer: endpoint({
    ...control,
    ...customer,
    method: 'POST',
    path: '/control/wallet/customers/{customerKey}/withdraw',
    summary: 'The customer leaves the wallet; all its methods go with it.',
    success: { status: 200, body: WalletCustomer },
  }),
  registerWalletCard: endpoint({
    ...control,
    ...customer,
    method: 'POST',
    path: '/control/wallet/customers/{customerKey}/cards',
    summary: 'The customer registers a card.',
    body: z.object({
      issuerCode: z
        .string()
        .regex(/^[0-9A-Z]{2}$/)
        .optional(),
      cardNumber: z
        .string()
        .regex(/^\d{15,16}$/)
        .optional(),
      cardType: z.enum(['신용', '체크', '기프트']).optional(),
      ownerType: z.enum(['개인', '법인']).optional(),
      alias: alias.optional(),
      refuseWith,
    }),
    success: { status: 201, body: WalletCard },
  }),
  registerWalletAccount: endpoint({
    ...control,
    ...customer,
    method: 'POST',
    path: '/control/wallet/customers/{customerKey}/accounts',
    summary: 'The customer registers an account.',
    body: z.object({
      bankCode: z
        .string()
        .regex(/^[0-9A-Z]{2,3}$/)
        .optional(),
      accountNumber: z
        .string()
        .regex(/^\d{6,14}$/)
        .optional(),
      alias: alias.optional(),
      refuseWith,
    }),
    success: { status: 201, body: WalletBankAccount },
  }),
  renameWalletMethod: endpoint({
    ...control,
    method: 'POST',
    path: '/control/wallet/methods/{methodKey}/alias',
    summary: 'The customer gives a card or account another name.',
    params: z.object({ methodKey: MethodKey }),
    body: z.object({ alias }),
    success: { status: 200, body: z.object({ methodKey: MethodKey, alias }) },
  }),
  payAsWalletCustomer: endpoint({
    ...control,
    method: 'POST',
    path: '/control/wallet/payments',
    summary: 'The customer pays with the selected or the named method: a payment ready to be confirmed.',
    body: z.object({
      customerKey: WalletCustomerKey,
      methodKey: MethodKey.optional(),
      amount: WonNumber,
      orderId: OrderId,
      orderName: z.string().min(1).max(100),
      taxFreeAmount: WonNumber.optional(),
      cardInstallmentPlan: z.int().min(0).max(12).optional(),
      useCardPoint: z.boolean().optional(),
      /** False: the window is open, and authenticatePayment completes it. */
      isAuthenticated: z.boolean().optional(),
      refuseWith,
    }),
    success: { status: 201, body: Payment },
  }),
} as const;
