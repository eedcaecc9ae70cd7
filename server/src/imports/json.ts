/** Reads values of which nothing is known: everything in an archive may be missing, or of another type. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

export const textOrNothing = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const numberOrNothing = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textsIn = (value: unknown): string[] => listOf(value).filter((each) => typeof each === "string");

export const objectsIn = (value: unknown): Fields[] => listOf(value).filter(isFields);

/** What nests deeper than this was not made by a program of people: to walk through it could exhaust the stack. */
const DEEPEST = 200;

export function isTooDeep(value: unknown, room = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (room === 0) return true;
  // What was parsed has no other names than its own; a list of its values would be made for every message.
  for (const name in value) if (isTooDeep(value[name as keyof object], room - 1)) return true;
  return false;
}

/** Whatever the order of the names in objects. */
export const isSameJson = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isFields(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  ) ?? "";
