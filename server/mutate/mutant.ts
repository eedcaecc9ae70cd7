/** A change to the source that a test has to notice. */
export interface Mutant {
  /** Stays the same when the file moves, as long as the code around it does not change. */
  readonly key: string;
  readonly kind: string;
  /** Relative to `server/src`. */
  readonly file: string;
  readonly line: number;
  /** What it breaks; for derived mutants, the code. */
  readonly what: string;
  /** The range of the source that is replaced, and the replacement. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isBlock: boolean;
}

export interface HandMutant {
  /** Must occur once under `server/src`, in any file. White space counts as one space. */
  readonly find: string;
  readonly replace: string;
  readonly breaks: string;
}
