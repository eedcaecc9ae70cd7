/** A change to the source that some test has to notice. */
export interface Mutant {
  /** Stays when the file moves, as long as the code around it does not change. */
  readonly key: string;
  readonly kind: string;
  /** Relative to `server/src`. */
  readonly file: string;
  readonly line: number;
  /** What it breaks; for one that is derived, its code. */
  readonly what: string;
  /** The part of the source that is switched, and what stands there instead. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isBlock: boolean;
}

export interface HandMutant {
  /** Found once under `server/src`, whichever file that is. White space counts as one space. */
  readonly find: string;
  readonly replace: string;
  readonly breaks: string;
}
