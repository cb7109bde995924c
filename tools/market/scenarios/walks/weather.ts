import type { ProviderSide } from '@jeongsan/provider-walks';
import type { FaultOrder } from '@jeongsan/sandbox-control';

const ALWAYS = 1_000_000;
const LATE_MS = 900;
/** Sandbox time after which a late webhook is sent. */
const WEBHOOK_LATE_MS = 600_000;

/** Calls that move money; the answer to each may be lost, broken or late, and each may be performed twice. */
const MONEY_CALLS = [
  'confirmPayment',
  'confirmPaymentByKey',
  'issueVirtualAccount',
  'payByCardNumber',
  'chargeBilling',
  'confirmWalletPayment',
  'payByWallet',
  'cancelPayment',
] as const;

type Weather = Pick<FaultOrder, 'kind' | 'probability' | 'status' | 'code' | 'delayMs'>;
const moneyWeather: readonly Weather[] = [
  { kind: 'drop-before-commit', probability: 0.04 },
  { kind: 'drop-after-commit', probability: 0.08 },
  { kind: 'garbage', probability: 0.03 },
  { kind: 'duplicate', probability: 0.04 },
  { kind: 'error', probability: 0.04, status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' },
  { kind: 'delay', probability: 0.25, delayMs: LATE_MS },
];
const readWeather: readonly Weather[] = [
  { kind: 'drop-before-commit', probability: 0.04 },
  { kind: 'error', probability: 0.04, status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' },
  { kind: 'delay', probability: 0.15, delayMs: LATE_MS },
];
const webhookWeather: readonly Weather[] = [
  { kind: 'drop', probability: 0.15 },
  { kind: 'duplicate', probability: 0.25 },
  { kind: 'delay', probability: 0.2, delayMs: WEBHOOK_LATE_MS },
  { kind: 'reorder', probability: 0.2 },
];

/** Lets answers and webhooks of the provider be lost, late, doubled and reordered; every webhook about a deaf order is lost. */
export async function roughen({ control }: ProviderSide, deafOrders: readonly string[]): Promise<void> {
  const orders: FaultOrder[] = [
    ...deafOrders.map((contains) => ({ operation: 'webhooks', kind: 'drop', times: ALWAYS, contains }) as const),
    ...of('webhooks', webhookWeather),
    ...MONEY_CALLS.flatMap((operation) => of(operation, moneyWeather)),
    ...['getPayment', 'getPaymentByOrder'].flatMap((operation) => of(operation, readWeather)),
  ];
  for (const [seed, body] of orders.entries()) await control.addFault({ body: { ...body, seed } });
}

const of = (operation: string, weather: readonly Weather[]): FaultOrder[] =>
  weather.map((one) => ({ operation, times: ALWAYS, ...one }));
