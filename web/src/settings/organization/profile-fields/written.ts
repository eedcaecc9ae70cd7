/** A profile field as it is being written, and what the API makes of it. */
import type { State } from "@parley/client";
import { fieldTypes } from "@parley/server/people/profile-fields/types.ts";
import type { TextKey } from "../../../text/text.ts";

export type ProfileField = State["profileFields"][number];

export interface WrittenChoice {
  /** What profiles store. It stays when the text changes, so that nobody loses what they chose. */
  readonly key: string;
  readonly text: string;
}

export interface WrittenField {
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  readonly choices: readonly WrittenChoice[];
  /** Of an external account: one that the server knows, or "custom". */
  readonly subtype: string;
  readonly url_pattern: string;
  readonly required: boolean;
  readonly editable_by_user: boolean;
  readonly display_in_profile_summary: boolean;
}

export const CUSTOM_ACCOUNT = "custom";

/** In the order in which they are offered. */
export const TYPE_NAMES: readonly (readonly [type: number, name: TextKey])[] = [
  [fieldTypes.SHORT_TEXT.id, "profileFields.shortText"],
  [fieldTypes.LONG_TEXT.id, "profileFields.longText"],
  [fieldTypes.SELECT.id, "profileFields.choice"],
  [fieldTypes.DATE.id, "profileFields.date"],
  [fieldTypes.URL.id, "profileFields.link"],
  [fieldTypes.USER.id, "profileFields.people"],
  [fieldTypes.EXTERNAL_ACCOUNT.id, "profileFields.account"],
  [fieldTypes.PRONOUNS.id, "profileFields.pronouns"],
];

export const isChoice = (type: number): boolean => type === fieldTypes.SELECT.id;
export const isAccount = (type: number): boolean => type === fieldTypes.EXTERNAL_ACCOUNT.id;

/** Whether values of the type are short enough for the summary of a profile. */
export const fitsSummary = (type: number): boolean =>
  Object.values(fieldTypes).find(({ id }) => id === type)?.fitsSummary === true;

export const NEW_FIELD: WrittenField = {
  type: fieldTypes.SHORT_TEXT.id,
  name: "",
  hint: "",
  choices: [{ key: "1", text: "" }],
  subtype: CUSTOM_ACCOUNT,
  url_pattern: "",
  required: false,
  editable_by_user: true,
  display_in_profile_summary: false,
};

export function writtenFrom(field: ProfileField): WrittenField {
  const { type, name, hint, required, editable_by_user, display_in_profile_summary = false } = field;
  const data = dataIn(field);
  return {
    ...NEW_FIELD,
    ...{ type, name, hint, required, editable_by_user, display_in_profile_summary },
    ...(isChoice(type) ? { choices: choicesIn(data) } : {}),
    ...(isAccount(type) ? { subtype: `${data.subtype ?? ""}`, url_pattern: `${data.url_pattern ?? ""}` } : {}),
  };
}

function dataIn({ field_data }: Pick<ProfileField, "field_data">): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(field_data) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function choicesIn(data: Readonly<Record<string, unknown>>): WrittenChoice[] {
  return Object.entries(data as Readonly<Record<string, { text: string; order: string }>>)
    .sort(([, one], [, other]) => Number(one.order) - Number(other.order))
    .map(([key, { text }]) => ({ key, text }));
}

/** What the API stores with the field; undefined for types without such data. Choices without a text are left out. */
export function fieldDataOf(field: WrittenField): Record<string, unknown> | undefined {
  if (isChoice(field.type)) {
    const filled = field.choices.filter(({ text }) => text.trim() !== "");
    return Object.fromEntries(filled.map(({ key, text }, at) => [key, { text: text.trim(), order: `${at + 1}` }]));
  }
  if (!isAccount(field.type)) return undefined;
  const { subtype, url_pattern } = field;
  return subtype === CUSTOM_ACCOUNT ? { subtype, url_pattern: url_pattern.trim() } : { subtype };
}

/**
 * With an empty choice at the end. Its key was never used for this field: profiles that have the key of a removed
 * choice would get the new one.
 */
export function withNewChoice(
  choices: readonly WrittenChoice[],
  stored: readonly WrittenChoice[],
): readonly WrittenChoice[] {
  const numbers = [...choices, ...stored].map(({ key }) => Number(key)).filter(Number.isSafeInteger);
  return [...choices, { key: `${Math.max(0, ...numbers) + 1}`, text: "" }];
}

/** The choices of the stored field that would be gone. */
export function removedChoices(stored: WrittenField, field: WrittenField): readonly WrittenChoice[] {
  const kept = fieldDataOf(field) ?? {};
  return isChoice(stored.type) ? stored.choices.filter(({ key }) => !Object.hasOwn(kept, key)) : [];
}

/** How many people have filled in the field, with one of these values if they are given. */
export function filledInBy({ users }: State["users"], id: number, values?: ReadonlySet<string>): number {
  let count = 0;
  for (const { profile_data } of users.values()) {
    const value = profile_data?.[`${id}`]?.value;
    if (value !== undefined && value !== "" && (values === undefined || values.has(value))) count++;
  }
  return count;
}
