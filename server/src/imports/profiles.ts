/** Profiles of programs whose fields are the same everywhere: an organization gets those for which somebody has a value. */
import type { Fields } from "./json.ts";
import type { ProfileFieldRecord, ProfileValueRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./skipped.ts";

/** The id is what the program calls it in the entries of people. */
export type FixedField = Pick<ProfileFieldRecord, "id" | "name" | "fieldType">;

export const VALUES = "values of profile fields";
export const NOT_A_TEXT = "the value is not a text";

/** Whether there is something that is not a text. */
export const isStrange = (value: unknown): boolean =>
  value !== undefined && value !== null && typeof value !== "string";

export const fieldsInUse = (fields: readonly FixedField[], profiles: readonly Fields[]): ProfileFieldRecord[] =>
  fields
    .filter((field) => profiles.some((profile) => valuesIn([field], profile).length > 0))
    .map((field) => ({ type: "profile_field", ...field }));

export const valuesIn = (fields: readonly FixedField[], profile: Fields): ProfileValueRecord[] =>
  fields.flatMap(({ id }) => {
    const value = profile[id];
    return typeof value === "string" && value.trim() !== "" ? [{ field: id, value: value.trim() }] : [];
  });

export function strangeValues(fields: readonly FixedField[], profile: Fields, example: string): SkippedRecord[] {
  const { length } = fields.filter(({ id }) => isStrange(profile[id]));
  return length === 0 ? [] : [skipped(VALUES, NOT_A_TEXT, example, length)];
}

/** A list may name somebody twice: the first entry counts. */
export const firstOfEach = (people: readonly Fields[], idOf: (person: Fields) => string): Fields[] =>
  [...Map.groupBy(people, idOf).values()].map(([first]) => first as Fields);
