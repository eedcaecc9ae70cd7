/** A condition that must hold, and how to check it. */
export interface Check<Subject> {
  readonly name: string;
  /**
   * One sentence per problem; empty when the condition holds. What the operator should know although it is no fault, such as why
   * something could not be checked, goes to `note`.
   */
  problems(subject: Subject, note: (sentence: string) => void): Promise<string[]> | string[];
}

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

export async function examine<S>(checks: readonly Check<S>[], subject: S): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, problems } of checks) {
    const notes: string[] = [];
    let found: string[];
    try {
      found = await problems(subject, (sentence) => notes.push(sentence));
    } catch (error) {
      // A check that fails to run is a problem too.
      found = [(error as Error).message];
    }
    findings.push({ check: name, ok: found.length === 0, problems: found, notes });
  }
  return findings;
}
