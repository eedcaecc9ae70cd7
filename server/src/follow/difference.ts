/** Something that the two organizations do not have in common, and how to mend it. */
export interface Difference {
  /** For the operator, without texts of messages. */
  readonly says: string;
  /** Makes it equal; undefined where only people can. */
  readonly mend?: () => Promise<void>;
}

/** Equal for what JSON can say. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
