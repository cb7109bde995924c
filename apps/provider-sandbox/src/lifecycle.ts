/** A lifecycle as the contract publishes it: for each status, the triggers it accepts and where each one leads. */
type Lifecycle = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Status<L extends Lifecycle> = keyof L & string;
type Trigger<L extends Lifecycle> = { [S in keyof L]: keyof L[S] & string }[keyof L];

/** Where a trigger leads from a status; undefined when the status does not accept it. */
export function stepOf<const L extends Lifecycle>(
  lifecycle: L,
  from: Status<L>,
  trigger: Trigger<L>,
): Status<L> | undefined {
  return lifecycle[from]?.[trigger];
}

/** The status after a trigger that must be possible. Throws when it is not: the caller's checks have a hole. */
export function advance<const L extends Lifecycle>(lifecycle: L, from: Status<L>, trigger: Trigger<L>): Status<L> {
  const to = stepOf(lifecycle, from, trigger);
  if (to === undefined) throw new Error(`${from} does not accept ${trigger}`);
  return to;
}
