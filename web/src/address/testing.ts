/** A test organization: a few people and channels, in the store's format. */
import { type Snapshot, type State, Store } from "@parley/client";

export const OWN_ID = 5;

const person = (user_id: number, full_name: string, more: object = {}) => ({
  user_id,
  full_name,
  email: `user${user_id}@tideline.example`,
  delivery_email: null,
  is_bot: false,
  bot_type: null,
  is_guest: false,
  role: 400,
  avatar_url: null,
  ...more,
});

const channel = (stream_id: number, name: string, more: object = {}) => ({
  stream_id,
  name,
  description: "",
  invite_only: false,
  is_web_public: false,
  is_archived: false,
  folder_id: null,
  is_recently_active: true,
  subscriber_count: 3,
  first_message_id: 1,
  color: "#76ce90",
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  ...more,
});

export const people = [
  person(OWN_ID, "Jonas Lindqvist"),
  person(7, "Mei Tanaka", { delivery_email: "mei@tideline.example" }),
  person(9, "Rafael Ortiz"),
  person(11, "Priya Raman"),
  person(12, "Zoë Ångström"),
];

export const channels = [
  channel(2, "launch"),
  channel(3, "Q & A (new)"),
  channel(4, "99 bottles"),
  channel(8, "café/bar 100%"),
];

/** The state of a partial snapshot, with only the parts that the test needs. */
export function stateOf(snapshot: object = {}): State {
  const whole = {
    user_id: OWN_ID,
    realm_users: people,
    subscriptions: channels,
    realm_empty_topic_display_name: "general chat",
    user_settings: { web_home_view: "inbox" },
    realm_user_groups: [{ id: 17, name: "support team", members: [7, 9], direct_subgroup_ids: [] }],
    channel_folders: [],
    ...snapshot,
  };
  return new Store(whole as unknown as Snapshot).state;
}

export { channel, person };
