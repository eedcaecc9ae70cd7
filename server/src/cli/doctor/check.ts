/** A condition that must hold, and how to check it. */
export interface Check<Subject> {
  readonly name: string;
  /** One sentence per problem; empty when the condition holds. */
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
      // A check that fails to run is a problem too.
      found = [(error as Error).message];
    }
    findings.push({ check: name, ok: found.length === 0, problems: found });
  }
  return findings;
}
