import type { Snapshot } from "../types.ts";
import { leaverIn, withoutLeaver } from "./leaver.ts";
import { part } from "./part.ts";

/** Legacy fields derived from others; no event updates them. */
const DERIVED = [
  "realm_allow_edit_history",
  "realm_create_public_stream_policy",
  "realm_create_private_stream_policy",
  "realm_create_web_public_stream_policy",
  "realm_wildcard_mention_policy",
] as const satisfies (keyof Snapshot)[];

/** Lists that have their own parts, and momentary values. */
const ELSEWHERE = [
  "realm_users",
  "realm_non_active_users",
  "realm_user_groups",
  "realm_bots",
  "realm_default_streams",
  "realm_default_stream_groups",
  "realm_user_settings_defaults",
  "realm_domains",
  "realm_emoji",
  "realm_linkifiers",
  "realm_filters",
  "realm_playgrounds",
  "server_timestamp",
  "max_message_id",
] as const satisfies (keyof Snapshot)[];

type Begun = `${"realm" | "server" | "max" | "password"}_${string}`;
type Name = Exclude<
  Extract<keyof Snapshot, Begun | "stop_words">,
  (typeof DERIVED)[number] | (typeof ELSEWHERE)[number]
>;

/** The organization's settings and the server's limits, named as in the registration response. */
export type RealmState = Readonly<Partial<Pick<Snapshot, Name>>>;

const left = new Set<string>([...DERIVED, ...ELSEWHERE]);
const isOfRealm = (name: string) => /^(realm_|server_|max_|password_|stop_words$)/.test(name) && !left.has(name);

/** Whether there are passwords is only announced with the methods. */
function withPasswords(state: RealmState): RealmState {
  const methods = state.realm_authentication_methods;
  if (!methods || state.realm_password_auth_enabled === undefined) return state;
  const isOn = methods.Email?.enabled === true;
  return { ...state, realm_email_auth_enabled: isOn, realm_password_auth_enabled: isOn };
}

export const realmPart = part<RealmState>({
  // The filter passes exactly the names of the type.
  from: (snapshot) => Object.fromEntries(Object.entries(snapshot).filter(([name]) => isOfRealm(name))) as RealmState,

  on: {
    realm: {
      update: (state, { property, value }) => ({ ...state, [`realm_${property}`]: value }),
      update_dict(state, { data }) {
        const changed = Object.entries(data).map(([name, value]) => [`realm_${name}`, value]);
        return withPasswords({ ...state, ...Object.fromEntries(changed) });
      },
    },
    realm_user: {
      update(state, { person }) {
        const leaver = leaverIn(person);
        return leaver === undefined ? state : withoutLeaver(state, leaver);
      },
    },
    restart: (state, { server_generation }) => ({ ...state, server_generation }),
  },
});
