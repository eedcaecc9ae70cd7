/** The errors of a form's fields, for operations that return them by field. */
import { RequestError } from "@parley/client";

export type FieldProblems = Readonly<Record<string, string>>;

/**
 * The first error of each of these fields. Undefined if the error is not about them, or also about something else: it
 * is shown above the form then.
 */
export function fieldProblems(error: unknown, fields: readonly string[]): FieldProblems | undefined {
  const errors = error instanceof RequestError ? error.fields.errors : undefined;
  if (typeof errors !== "object" || errors === null) return undefined;
  const found = firstOfEach(errors as Readonly<Record<string, readonly string[]>>);
  const names = Object.keys(found);
  return names.length > 0 && names.every((name) => fields.includes(name)) ? found : undefined;
}

/** The first error of each field. */
export const firstOfEach = (errors: Readonly<Record<string, readonly string[]>>): FieldProblems =>
  Object.fromEntries(Object.entries(errors).flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])));
