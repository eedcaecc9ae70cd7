/** One thing that must hold, in a sentence, and how to find out. */
export interface Check<Subject> {
  readonly name: string;
  /** What is wrong, each in a sentence; nothing when all is well. */
  problems(subject: Subject): Promise<string[]> | string[];
}

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly problems: readonly string[];
}

export async function examine<S>(checks: readonly Check<S>[], subject: S): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, problems } of checks) {
    let found: string[];
    try {
      found = await problems(subject);
    } catch (error) {
      // What cannot be checked is not well.
      found = [(error as Error).message];
    }
    findings.push({ check: name, ok: found.length === 0, problems: found });
  }
  return findings;
}
