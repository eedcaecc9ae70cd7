/** Profile fields and their values, statuses and folders of channels, read from an answer to `POST /register`. */
import { type Fields, fieldsOf, isFields, numberOrNothing, textIn } from "../imports/json.ts";
import { UnusableAnswer } from "./errors.ts";
import { MAX_PEOPLE } from "./limits.ts";
import { idIn } from "./remote-values.ts";

export interface ProfileFieldState {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly hint: string;
  /** JSON, or empty. */
  readonly data: string;
  readonly isRequired: boolean;
  readonly isEditable: boolean;
  readonly isInSummary: boolean;
}

export interface FolderState {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
}

export interface StatusState {
  readonly text: string;
  /** Empty without an emoji. */
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly emojiType: string;
}

const MOST_VALUES = 1000;

export const profileFieldIn = (fields: Fields): ProfileFieldState => ({
  id: idIn(fields.id, "a profile field"),
  name: textIn(fields.name),
  type: numberOrNothing(fields.type) ?? 0,
  hint: textIn(fields.hint),
  data: textIn(fields.field_data),
  isRequired: fields.required === true,
  isEditable: fields.editable_by_user !== false,
  isInSummary: fields.display_in_profile_summary === true,
});

export function profileIn(value: unknown): ReadonlyMap<number, string> {
  const entries = Object.entries(fieldsOf(value)).slice(0, MOST_VALUES);
  return new Map(entries.map(([id, each]) => [idIn(Number(id), "a profile field"), textIn(fieldsOf(each).value)]));
}

export const folderIn = (fields: Fields): FolderState => ({
  id: idIn(fields.id, "a folder"),
  name: textIn(fields.name),
  description: textIn(fields.description),
  isArchived: fields.is_archived === true,
});

export function statusesIn(value: unknown): ReadonlyMap<number, StatusState> {
  const entries = Object.entries(fieldsOf(value)).filter(([, each]) => isFields(each));
  if (entries.length > MAX_PEOPLE) throw new UnusableAnswer(`more than ${MAX_PEOPLE} statuses`);
  return new Map(
    entries.map(([id, each]) => {
      const { status_text, emoji_name, emoji_code, reaction_type } = each as Fields;
      return [
        idIn(Number(id), "a person"),
        {
          text: textIn(status_text),
          emojiName: textIn(emoji_name),
          emojiCode: textIn(emoji_code),
          emojiType: textIn(reaction_type),
        },
      ];
    }),
  );
}
