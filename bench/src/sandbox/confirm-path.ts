/** Where a payment is confirmed. The floor listens on the same path, so that one load fits both. */
export const CONFIRM_PATH = '/v1/payments/confirm';
