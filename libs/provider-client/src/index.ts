export { createClientFor, createProviderClient, type ProviderClient } from './provider-client.js';
export type { ProviderClientOptions } from './provider-client-options.js';
export {
  eachCashReceipt,
  eachOrder,
  eachPayout,
  eachProduct,
  eachSeller,
  eachSettlementPage,
  eachSettlementRecordPage,
  eachTransaction,
  eachTransactionPage,
  eachTransactionRecordPage,
  type CashReceiptRow,
  type OrderRow,
  type PayoutItem,
  type ProductRow,
  type SellerItem,
  type SettlementRow,
  type TransactionRow,
} from './listings.js';
export { type RecordLists, recordLists } from './record-lists.js';
export { type RecordPage, type RowReader, type UnreadRow, UnusableRow } from './record-page.js';
export { type ClientWarning, MINIMUM_API_VERSION } from './api-version-check.js';
export { basicAuthorization } from './basic-authorization.js';
export { bearerAuthorization } from './bearer-authorization.js';
export { type Exchange, observed, type OnExchange } from './observed.js';
export { sealedSend, type SealedSendOptions } from './sealed-send.js';
export { repeated, type RepeatOptions } from './repeated.js';
export { providerEnv, providerOptions } from './provider-env.js';
export { AccountList, accountPurposes, type AccountPurpose, type FurtherAccount } from './account-list.js';
export { isUnknownHere } from './across-accounts.js';
export {
  MAIN_ACCOUNT,
  type ProviderAccount,
  providerAccounts,
  type ProviderAccounts,
  purposeOf,
} from './provider-accounts.js';
export { isGenuineWebhook, type WebhookHeaders } from './webhooks/webhook-signature.js';
export { webhookTimeOf, webhookTypeOf } from './webhooks/webhook-fields.js';
export {
  type MalformedWebhook,
  parseWebhook,
  type SignedWebhookEvent,
  type UnknownWebhookEvent,
  type UnsignedWebhookEvent,
  type WebhookEvent,
  type WebhookReading,
} from './webhooks/parse-webhook.js';
export { type VerifiedWebhook, verifyWebhook, type VerifyWebhookOptions } from './webhooks/verify-webhook.js';
// For programs outside of this repository: what they need besides the client itself.
export { CallError, type CallOptions, type ReplyHead, traceIdOf } from '@jeongsan/http-contract';
export { type Money, won } from '@jeongsan/money';
export {
  type ApiVersion,
  apiVersions,
  type ProviderErrorCode,
  providerErrors,
  temporaryErrors,
  webhookEvents,
  webhookEventTypes,
  webhookHeaders,
  type WebhookEventType,
} from '@jeongsan/provider-contract';
