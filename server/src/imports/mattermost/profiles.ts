/** What people have written about themselves in Mattermost. */
import { type Fields, textIn } from "../json.ts";
import { type FixedField, fieldsInUse, firstOfEach, strangeValues, valuesIn } from "../profiles.ts";
import type { PersonalRecord, ProfileFieldRecord, SkippedRecord } from "../records.ts";

const FIELDS: readonly FixedField[] = [
  { id: "position", name: "Position", fieldType: "short_text" },
  { id: "nickname", name: "Nickname", fieldType: "short_text" },
];

export const idOf = ({ username }: Fields): string => textIn(username).toLowerCase();

export const fullNameOf = ({ first_name, last_name }: Fields): string =>
  [textIn(first_name), textIn(last_name)].filter((part) => part !== "").join(" ");

export class MattermostProfiles {
  readonly #users: readonly Fields[];

  /** Without bots; whose values count comes first. */
  constructor(users: readonly Fields[]) {
    this.#users = firstOfEach(users, idOf).filter((user) => idOf(user) !== "");
  }

  get fields(): ProfileFieldRecord[] {
    return fieldsInUse(FIELDS, this.#users.map(profileOf));
  }

  *personal(): Generator<PersonalRecord | SkippedRecord> {
    for (const user of this.#users) {
      const profile = profileOf(user);
      yield* strangeValues(FIELDS, profile, "");
      const values = valuesIn(FIELDS, profile);
      if (values.length > 0) yield { type: "personal", person: idOf(user), isNamedById: true, profile: values };
    }
  }
}

/** Who has no other name is called by the nickname. */
const profileOf = (user: Fields): Fields => (fullNameOf(user) === "" ? { ...user, nickname: "" } : user);
