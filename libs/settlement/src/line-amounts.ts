import {
  type ChargeComponent,
  componentTable,
  type InvoicedCharge,
  type LineComponent,
  type StatedCharge,
  statedCharges,
} from './component-table.js';

/** The won of each component of a line. */
export type LineAmounts = Readonly<Record<LineComponent, bigint>>;
/** The division of a line, in won: its components, and the net that they leave. */
export type LineComponents = LineAmounts & Readonly<{ net: bigint }>;
/**
 * The change of each component of a line by a change of terms, in won, signed. `paid` is left out: the buyer's payment does not
 * depend on the seller's terms.
 */
export type LineDifference = Omit<LineComponents, 'paid'>;

/** An object with the same kind of value under each of these names. */
export function recordOf<N extends string, V>(names: readonly N[], of: (name: N) => V): Record<N, V> {
  const made = {} as Record<N, V>;
  for (const name of names) made[name] = of(name);
  return made;
}

/** Components in the order of the table. */
export const componentNames = Object.keys(componentTable) as LineComponent[];
const isCharge = (name: LineComponent): name is ChargeComponent => componentTable[name].sign === -1n;
export const chargeNames: readonly ChargeComponent[] = componentNames.filter(isCharge);
const grantNames = componentNames.filter((name) => !isCharge(name));
const isRepriced = (name: LineComponent): name is Exclude<LineComponent, 'paid'> => name !== 'paid';
/** Components that a change of terms can move. */
export const repricedNames = componentNames.filter(isRepriced);
export const lineKeys: readonly (keyof LineComponents)[] = [...componentNames, 'net'];
export const differenceKeys: readonly (keyof LineDifference)[] = [...repricedNames, 'net'];

/** The column of each component and of the net, which has the same name in every table of lines. */
export const lineColumns: Readonly<Record<keyof LineComponents, string>> = {
  ...recordOf(componentNames, (name) => componentTable[name].column),
  net: 'net',
};

/** The same without the net. */
export const componentColumns = recordOf(componentNames, (name) => lineColumns[name]);
/** The columns of a difference, in payouts.terms_change and payouts.line_adjustment. */
export const differenceColumns = recordOf(differenceKeys, (key) => lineColumns[key]);
/** The columns of a whole line under new terms, in payouts.line_adjustment. */
export const repricedColumns = recordOf(repricedNames, (name) => `new_${lineColumns[name]}`);

export const NO_AMOUNTS: LineAmounts = recordOf(componentNames, () => 0n);
export const NO_DIFFERENCE: LineDifference = recordOf(differenceKeys, () => 0n);

/** The net amount of the seller: components that the seller gets, less components that the seller is charged. */
export function netOf(amounts: LineAmounts): bigint {
  let net = 0n;
  for (const name of grantNames) net += amounts[name];
  for (const name of chargeNames) net -= amounts[name];
  return net;
}
export const chargedOf = (amounts: Pick<LineAmounts, ChargeComponent>): bigint =>
  chargeNames.reduce((sum, name) => sum + amounts[name], 0n);

export const statedNames = Object.keys(statedCharges) as StatedCharge[];
/** The columns of the components that a statement shows together. */
export const columnsStatedAs = (stated: StatedCharge): readonly string[] =>
  chargeNames.filter((name) => componentTable[name].statedAs === stated).map((name) => lineColumns[name]);
/** The columns of the components that a tax invoice sums up together. */
export const columnsInvoicedAs = (invoiced: InvoicedCharge): readonly string[] =>
  chargeNames.filter((name) => componentTable[name].invoicedAs === invoiced).map((name) => lineColumns[name]);
