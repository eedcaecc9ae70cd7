/** The values of profile fields, in the format of user objects. */
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { valuesIn } from "./store.ts";

export type ProfileData = Record<string, { value: string; rendered_value?: string }>;
export type Profiles = ReadonlyMap<UserId, ProfileData>;

/** For new accounts. */
export const NO_PROFILES: Profiles = new Map();

/** For these users, or for everyone; one query for any number of users. */
export async function profilesOf(db: Db, realmId: RealmId, userIds?: readonly UserId[]): Promise<Profiles> {
  const profiles = new Map<UserId, ProfileData>();
  for (const { user_id, field_id, value, rendered_value } of await valuesIn(db, realmId, userIds)) {
    const profile = profiles.get(user_id) ?? {};
    profile[field_id] = rendered_value === null ? { value } : { value, rendered_value };
    profiles.set(user_id, profile);
  }
  return profiles;
}
