/** The values of the reader's custom profile fields. */
import type { State } from "@parley/client";
import { profileFields } from "@parley/server/contract";
import type { SettingSource, TextType } from "../setting.ts";

/** Keys are the ids of fields. People are stored as JSON, and may be sent so. */
export const profileValues: SettingSource<`${number}`> = {
  operation: profileFields.updateOwnProfile,
  read: ({ users }, id) => users.users.get(users.ownId)?.profile_data?.[id]?.value ?? "",
  save: (connection, id, value) =>
    connection.call(profileFields.updateOwnProfile, { data: [{ id: Number(id), value: `${value}` }] }),
};

export type ProfileField = State["profileFields"][number];

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

export type FieldControl =
  | { readonly kind: "text"; readonly max: number; readonly type: TextType }
  | { readonly kind: "choice"; readonly choices: readonly FieldChoice[] }
  | { readonly kind: "people" };

const SHORT = 50;
const LONG = 500;
const LINK = 2048;
const DATE = 10;

/** How a field is filled in, by the type that the API gives it. */
export function controlOf({ type, field_data }: Pick<ProfileField, "type" | "field_data">): FieldControl {
  switch (type) {
    case 2:
      return { kind: "text", max: LONG, type: "long" };
    case 3:
      return { kind: "choice", choices: choicesIn(field_data) };
    case 4:
      return { kind: "text", max: DATE, type: "date" };
    case 5:
      return { kind: "text", max: LINK, type: "url" };
    case 6:
      return { kind: "people" };
    default:
      return { kind: "text", max: SHORT, type: "text" };
  }
}

/** In the order that administrators chose. */
function choicesIn(fieldData: string): readonly FieldChoice[] {
  try {
    const choices = JSON.parse(fieldData) as Record<string, { text: string; order: string }>;
    return Object.entries(choices)
      .sort(([, one], [, other]) => Number(one.order) - Number(other.order))
      .map(([value, { text }]) => ({ value, label: text }));
  } catch {
    return [];
  }
}

/** The people of a value. */
export function peopleIn(value: string): readonly number[] {
  try {
    const ids: unknown = JSON.parse(value);
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}
