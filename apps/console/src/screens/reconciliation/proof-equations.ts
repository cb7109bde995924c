/** A row of the signed document; amounts are texts in minor units, or counts. */
export type Equation = Readonly<{
  name: string;
  title: string;
  day: string;
  account: string;
  currency: string;
  unit: string;
  sides: readonly Readonly<{ label: string; amount: string }>[];
  difference: string;
  verdict: string;
  lines: readonly Readonly<{ cause: string | null }>[];
}>;

/** The equations of a signed document; null: a document that was changed in the database, and can no longer be read. */
export function equationsOf(document: string): readonly Equation[] | null {
  try {
    const content = JSON.parse(document) as Readonly<{ equations?: readonly Equation[] }> | null;
    return Array.isArray(content?.equations) ? content.equations : null;
  } catch {
    return null;
  }
}
