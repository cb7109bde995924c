import { readFileSync } from 'node:fs';

/** The progress of a Jest run, from the file that jest/progress-reporter.cjs appends to. */
export class TestProgress {
  #length = 0;
  #changedAt = performance.now();

  constructor(private readonly file: string) {}

  /** Milliseconds since a test, or a spec file, began or ended. */
  stillForMs(): number {
    const { length } = this.#text();
    if (length !== this.#length) {
      this.#length = length;
      this.#changedAt = performance.now();
    }
    return performance.now() - this.#changedAt;
  }

  /** Spec files that began and did not end. */
  running(): string[] {
    const files = new Set<string>();
    for (const line of this.#text().split('\n')) {
      const [event, file = ''] = line.split('\t');
      if (event === 'start') files.add(file);
      if (event === 'end') files.delete(file);
    }
    return [...files];
  }

  #text(): string {
    try {
      return readFileSync(this.file, 'utf8');
    } catch {
      return ''; // Jest has not begun any spec file.
    }
  }
}
