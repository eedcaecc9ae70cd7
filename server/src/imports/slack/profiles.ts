/** What people have written about themselves in Slack: the fields that every workspace has, and their status. */
import { type Fields, fieldsOf, numberOrNothing, textIn } from "../json.ts";
import {
  type FixedField,
  fieldsInUse,
  firstOfEach,
  isStrange,
  NOT_A_TEXT,
  strangeValues,
  VALUES,
  valuesIn,
} from "../profiles.ts";
import type { PersonalRecord, ProfileFieldRecord, SkippedRecord, StatusRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import { emojiNameIn } from "./messages.ts";
import { unescaped } from "./mrkdwn.ts";

const FIELDS: readonly FixedField[] = [
  { id: "title", name: "Title", fieldType: "short_text" },
  { id: "phone", name: "Phone", fieldType: "short_text" },
  { id: "pronouns", name: "Pronouns", fieldType: "pronouns" },
  { id: "skype", name: "Skype", fieldType: "short_text" },
  { id: "start_date", name: "Start date", fieldType: "date" },
];

export class SlackProfiles {
  readonly #users: readonly Fields[];

  /** Without bots; whose values count comes first. */
  constructor(users: readonly Fields[]) {
    this.#users = firstOfEach(users, ({ id }) => textIn(id)).filter(({ id }) => textIn(id) !== "");
  }

  get fields(): ProfileFieldRecord[] {
    return fieldsInUse(FIELDS, this.#users.map(profileOf));
  }

  *personal(): Generator<PersonalRecord | SkippedRecord> {
    for (const user of this.#users) {
      const [person, profile] = [textIn(user.id), profileOf(user)];
      const leave = (what: string, reason: string, { length }: readonly unknown[]) =>
        length === 0 ? [] : [skipped(what, reason, person, length)];
      yield* strangeValues(FIELDS, profile, person);
      const others = Object.values(fieldsOf(profile.fields)).filter((each) => isFilled(fieldsOf(each).value));
      yield* leave(VALUES, "the archive does not say what the field is", others);
      const strange = [profile.status_text, profile.status_emoji].filter(isStrange);
      yield* leave("personal settings", NOT_A_TEXT, strange);
      const [values, status] = [valuesIn(FIELDS, profile), statusIn(profile)];
      if (values.length > 0 || status) yield { type: "personal", person, profile: values, status };
    }
  }
}

/** Slack writes texts of people as it writes messages, without markup. */
const profileOf = (user: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(user.profile)).map(([name, value]) => [
      name,
      typeof value === "string" ? unescaped(value) : value,
    ]),
  );

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Nothing if there is none any more. */
function statusIn({ status_text, status_emoji, status_expiration }: Fields): StatusRecord | undefined {
  const endsAt = numberOrNothing(status_expiration) ?? 0;
  if (endsAt > 0 && endsAt <= Date.now() / 1000) return undefined;
  const [text, emoji] = [textIn(status_text).trim(), emojiNameIn(status_emoji)];
  return text === "" && emoji === "" ? undefined : { text, emoji };
}
