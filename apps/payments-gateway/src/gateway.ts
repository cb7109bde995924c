import type { CalendarReader } from '@jeongsan/database';
import type { DataSeal } from '@jeongsan/jwe';
import type { ProviderClient } from '@jeongsan/provider-client';
import type { Answer } from '@jeongsan/provider-contract';
import type { DataSource } from 'typeorm';
import type { KeepDays } from './sealed-texts.js';

/** A payment as the provider's API returns it. */
export type ProviderPayment = Answer<'getPayment'>;

/** The kinds of contradiction between the provider's answers and our books. */
export const alarmKinds = [
  'answer-differs',
  'approved-after-refusal',
  'canceled-beyond-payment',
  'cancel-not-listed',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** Alerts people to money that cannot be booked. `detail` holds ids, states and amounts only, no personal data. */
export type Alarm = (kind: AlarmKind, paymentKey: string, detail: string) => void;

type Calls =
  | 'confirmPayment'
  | 'cancelPayment'
  | 'getPayment'
  | 'getPaymentByOrder'
  | 'getOrder'
  | 'listOrders'
  | 'getArsSession'
  | 'getReservation'
  | 'listTransactions';

/** The dependencies of this app's verbs; the class is injection token and type in one. */
export abstract class Gateway {
  abstract readonly db: DataSource;
  abstract readonly provider: Pick<ProviderClient, Calls>;
  /** Holidays of the published calendar and the operator's overrides, cached for a few seconds. */
  abstract readonly calendar: CalendarReader;
  /** Seals texts that people wrote: names of orders, reasons of cancels. */
  abstract readonly seal: DataSeal;
  abstract readonly keepDays: KeepDays;
  abstract readonly now: () => Date;
  abstract readonly alarm: Alarm;
  /**
   * Seconds after a request was sent until a job looks up its outcome; the job is withdrawn when the answer is booked
   * before.
   */
  abstract readonly observeAfterSeconds: number;
  /** Age in seconds from which a cancel that the provider does not list counts as never received there. */
  abstract readonly cancelSettleSeconds: number;
  /** Milliseconds of real time for which a request waits for another open request about the same payment. */
  abstract readonly patienceMs: number;
}

/** The instant `seconds` from now, in platform time. */
export const secondsFrom = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
