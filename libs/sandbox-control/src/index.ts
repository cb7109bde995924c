export { DepositorChoices } from './buyer-choices.js';
export { Book, sandboxControlContract } from './sandbox-control.contract.js';
export { type AnswerVariant, answerVariantNames, AnswerVariants, answerVariants } from './answer-variants.js';
export { MERCHANT_HEADER } from './merchants.control.js';
export { MerchantSettings, type TaxType, taxTypes } from './merchant-settings.js';
export { PromotionSetting } from './promotions.control.js';
export { WalletCustomer } from './wallet.control.js';
export { Purchase, RecordedSms } from './links.control.js';
export {
  ActiveFault,
  callFaultKinds,
  Fault,
  faultKinds,
  mangleVariants,
  webhookFaultKinds,
  type CallFaultKind,
  type FaultOrder,
  type MangleVariant,
  type WebhookFaultKind,
} from './faults.control.js';
export { WEBHOOK_TARGETS_MAX, WebhookAttempt, WebhookDelivery, WebhookTarget } from './webhooks.control.js';
export { Clock, CLOCK_SPEED_MAX, LoggedRequest, Seed, Seeded } from './world.control.js';
