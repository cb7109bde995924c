/** A lifecycle of the contract: for each status, the accepted triggers and the status each one leads to. */
type Lifecycle = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Status<L extends Lifecycle> = keyof L & string;
type Trigger<L extends Lifecycle> = { [S in keyof L]: keyof L[S] & string }[keyof L];

/** The status that a trigger leads to; undefined if the present status does not accept the trigger. */
export function stepOf<const L extends Lifecycle>(
  lifecycle: L,
  from: Status<L>,
  trigger: Trigger<L>,
): Status<L> | undefined {
  return lifecycle[from]?.[trigger];
}

/**
 * The status after a trigger that must be possible. Throws otherwise, because the caller should have refused the
 * request before.
 */
export function advance<const L extends Lifecycle>(lifecycle: L, from: Status<L>, trigger: Trigger<L>): Status<L> {
  const to = stepOf(lifecycle, from, trigger);
  if (to === undefined) throw new Error(`${from} does not accept ${trigger}`);
  return to;
}
