import { leaverIn, withoutLeaver } from "./leaver.ts";
import { part } from "./part.ts";

/** The organization's settings and the server's limits, under their names in the registration answer. */
export type RealmState = Readonly<Record<string, unknown>>;

/** Kept up by nobody: they follow from other fields, and older clients read them once. */
const DERIVED = new Set([
  "realm_allow_edit_history",
  "realm_create_public_stream_policy",
  "realm_create_private_stream_policy",
  "realm_create_web_public_stream_policy",
  "realm_wildcard_mention_policy",
]);

const isOfRealm = (name: string) => /^(realm_|server_|max_|password_|stop_words$)/.test(name) && !DERIVED.has(name);
/** Lists that have parts of their own. */
const ELSEWHERE = new Set([
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
]);

export const realmPart = part<RealmState>({
  from(snapshot) {
    const entries = Object.entries(snapshot).filter(([name]) => isOfRealm(name) && !ELSEWHERE.has(name));
    return Object.fromEntries(entries.filter(([name]) => name !== "max_message_id"));
  },

  on: {
    realm: {
      update: (state, { property, value }) => ({ ...state, [`realm_${property}`]: value }),
      update_dict(state, { data }) {
        const changed = Object.entries(data).map(([name, value]) => [`realm_${name}`, value]);
        return { ...state, ...Object.fromEntries(changed) };
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
