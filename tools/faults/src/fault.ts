/** One fault as data: in `file`, the one place that reads `find` reads `replacement` instead, and a test of `spec` must fail. */
export type Fault = Readonly<{
  id: string;
  /** What goes wrong where this fault is not caught. */
  harm: string;
  /** From the root of the repository. */
  file: string;
  find: string;
  replacement: string;
  spec: string;
  /** Part of the names of the tests that must catch it. */
  test: string;
}>;
