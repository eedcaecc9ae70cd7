/**
 * Descriptions of parameters whose declaration has no note, because their name says it to a programmer who knows chat. Documents have
 * a description for each; contracts, which browsers load, do not need them. Settings are described by their meanings.
 */
import { operations } from "../src/contract.ts";
import type { Meaning } from "../src/organization/settings/meanings/meaning.ts";
import { realmMeanings } from "../src/organization/settings/meanings/realm.ts";
import { permissionMeanings } from "../src/organization/settings/meanings/realm-permissions.ts";
import { userMeanings } from "../src/organization/settings/meanings/user.ts";

type Notes = Readonly<Record<string, string>>;

/** By name, for every operation that says nothing else below. */
const BY_NAME: Notes = {
  add: "The ids of what to add.",
  add_subgroups: "The ids of groups to add as subgroups.",
  alert_words: "Words that notify you like a mention; upper and lower case are the same.",
  allow_empty_topic_name:
    "Whether the client understands an empty topic name; otherwise it gets the name of the general chat.",
  allow_subdomains: "Whether addresses at subdomains are allowed too.",
  announce: "Whether to announce the new channel, if the organization has a channel for that.",
  apply_markdown: "Whether to return content as HTML; otherwise as the Markdown that was sent.",
  attachment_id: "The attachment's id.",
  authorization_errors_fatal:
    "Whether to refuse the whole request if one of the channels cannot be subscribed to; otherwise they are listed.",
  bot_id: "The bot's user id.",
  bot_owner_id: "The user id of the new owner.",
  call_id: "The id of the call, from the request to the bot or from `command_answers`.",
  can_add_members_group: "Who can add members to the group.",
  can_add_subscribers_group: "Who can subscribe others to the channel.",
  can_administer_channel_group: "Who can administer the channel.",
  can_delete_any_message_group: "Who can delete any message in the channel.",
  can_delete_own_message_group: "Who can delete their own messages in the channel.",
  can_join_group: "Who can join the group.",
  can_leave_group: "Who can leave the group.",
  can_manage_group: "Who can manage the group.",
  can_mention_group: "Who can mention the group.",
  can_move_messages_out_of_channel_group: "Who can move messages to other channels.",
  can_move_messages_within_channel_group: "Who can move messages to other topics of the channel.",
  can_remove_members_group: "Who can remove members from the group.",
  can_remove_subscribers_group: "Who can unsubscribe others from the channel.",
  can_resolve_topics_group: "Who can resolve topics of the channel.",
  can_send_message_group: "Who can post in the channel.",
  can_subscribe_group: "Who can subscribe themselves to the channel.",
  channel_folder_id: "The folder's id.",
  channel_id: "Only entries about this channel.",
  client_capabilities: "What the client understands.",
  client_gravatar: "Whether the client computes Gravatar URLs itself; `avatar_url` is then null for such pictures.",
  command_id: "The command's id.",
  content: "The message, in Markdown.",
  default_all_public_streams: "Whether the bot's queues receive the messages of all public channels by default.",
  delete: "The ids of what to remove.",
  delete_subgroups: "The ids of subgroups to remove.",
  description: "The description, in Markdown.",
  direct_member_only: "Whether members of subgroups do not count.",
  display_in_profile_summary: "Whether the field is shown on the profile card.",
  domain: "The domain, such as `example.com`.",
  dont_block: "Whether to answer at once, also without events.",
  draft: "The draft.",
  draft_id: "The draft's id.",
  drafts: "The drafts.",
  editable_by_user: "Whether people can change their own value.",
  email: "The email address.",
  emoji_name: "The emoji's name, without colons.",
  export_id: "The export's id.",
  field_id: "The profile field's id.",
  field_type: "The type of the field: text, a choice, a date, people and so on.",
  filter_id: "The linkifier's id.",
  folder_id: "The folder that the channel is in.",
  fragment: "The view, as in the web client's URL after the number sign.",
  full_name: "The full name.",
  group_id: "The group's id.",
  group_name: "The group's name.",
  hint: "A hint that is shown with the field.",
  history_public_to_subscribers: "Whether subscribers can read what was sent before they subscribed.",
  hold_id: "The legal hold's id.",
  identity_id: "The id of the linked account.",
  import_id: "The import's id.",
  include_anchor: "Whether the anchor itself is included.",
  include_archived: "Whether archived ones are included.",
  include_custom_profile_fields: "Whether values of custom profile fields are included.",
  include_deactivated_groups: "Whether deactivated groups are included.",
  include_realm_default_subscriptions: "Whether they are also subscribed to the organization's default channels.",
  include_subscribers: "Whether the ids of subscribers are included.",
  invite_id: "The invitation's id.",
  invite_only: "Whether the channel is private.",
  invitee_emails: "Email addresses, separated by commas or lines.",
  is_archived: "Whether the folder is archived.",
  is_default_stream: "Whether new users are subscribed to the channel.",
  is_private: "Whether the channel is private.",
  is_web_public: "Whether everybody can read the channel, without an account.",
  limit: "The maximum number of entries.",
  members: "The user ids of its members.",
  message_id: "The message's id.",
  message_ids: "Return these messages instead of a range.",
  message_retention_days: "After how many days messages are deleted: a number, `realm_default` or `unlimited`.",
  messages: "The ids of the messages.",
  msg_ids: "The ids of the messages to match.",
  msg_type: "The type of the submessage: always `widget`.",
  muted_user_id: "The id of the user.",
  name: "The name.",
  narrow: "Which messages: a list of terms, each with `operator`, `operand` and `negated`.",
  new_description: "The new description.",
  new_group_name: "The new name.",
  new_name: "The new name.",
  notify_referrer_on_join: "Whether to notify you when somebody accepts.",
  num_after: "How many messages after the anchor, at most.",
  num_before: "How many messages before the anchor, at most.",
  old_password: "The current password, if a new one is set.",
  onboarding_step: "The step that was seen.",
  op: "What to do: `add` or `remove`.",
  order: "The ids in their new order.",
  ordered_linkifier_ids: "The ids of all linkifiers in their new order.",
  passkey_id: "The passkey's id.",
  password: "The password.",
  playground_id: "The playground's id.",
  property: "The name of the setting.",
  pygments_language: "The language of the code blocks that it is for.",
  queue_id: "The queue's id, from registering it.",
  queue_lifespan_secs: "After how many seconds without a request the queue may end.",
  realm_id_str: "The organization's id, as in the file's URL.",
  reminder_id: "The reminder's id.",
  required: "Whether people are asked to fill it in.",
  role: "The role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.",
  saved_snippet_id: "The snippet's id.",
  scheduled_message_id: "The scheduled message's id.",
  send_new_subscription_messages: "Whether people who were subscribed get a direct message about it.",
  send_notification_to_old_thread: "Whether a notice is posted where the messages were.",
  service_payload_url: "The URL that an outgoing webhook bot posts to.",
  session_id: "The session's id.",
  setup: "What the operation that started it has returned.",
  short_name: "The first part of the bot's email address.",
  slim_presence: "Whether presence is by user id instead of email address.",
  storage: "Entries to store: text by key.",
  stream: "The channel's name.",
  stream_id: "The channel's id.",
  stream_names: "The names of channels.",
  subscribers: "The user ids of the first subscribers.",
  subscription_data: "The changes: each with `stream_id`, `property` and `value`.",
  subscriptions: "The channels, by name.",
  title: "The title.",
  token: "The device's token.",
  token_kind: "The push service: `apns` or `fcm`.",
  topic: "The topic.",
  topic_name: "The topic.",
  topics_policy: "Whether messages without a topic, or only those, are allowed.",
  type: "Whether the message goes to people (`direct`) or to a channel (`channel`).",
  use_first_unread_anchor: "Whether the first unread message is the anchor; use `anchor` instead.",
  user_group_id: "The user group's id.",
  user_id: "The user's id.",
  user_id_or_email: "The user's id or email address.",
  username: "The account's email address.",
  value: "The setting's new value.",
  welcome_message_custom_text: "The text that the welcome bot adds for new users.",
  visibility_policy: "0 as its channel, 1 muted, 2 unmuted, 3 followed.",
};

/** By operation. */
const BY_OPERATION: Readonly<Record<string, Notes>> = {
  updateGroupMembers: { add: "The user ids of new members.", delete: "The user ids of members to remove." },
  updateSubgroups: { add: "The ids of groups to add as subgroups.", delete: "The ids of subgroups to remove." },
  changeSubscriptions: { add: "The channels to subscribe to.", delete: "The names of channels to unsubscribe from." },
  getAuditLog: { group_id: "Only entries about this group." },
  exportAuditLog: { group_id: "Only entries about this group." },
  setTyping: {
    op: "Whether you have started or stopped: `start` or `stop`.",
    type: "Whether you type to people or to a channel.",
  },
  setTypingEdit: { op: "Whether you have started or stopped: `start` or `stop`." },
  fetchApiKeyWithToken: { token: "The signed token of the service that has authenticated the person." },
  updateBot: { role: "The bot's new role." },
  createDefaultGroup: { description: "The group's description." },
};

const sentence = (text: string) =>
  `${text.replace(/^./, (first) => first.toUpperCase())}${/[.!?]$/.test(text) ? "" : "."}`;

const meaningIn = (meanings: object, name: string): string | undefined =>
  (meanings as Readonly<Record<string, Meaning | undefined>>)[name]?.does;

function settingNote(id: string, name: string): string | undefined {
  const lists =
    id === "updateRealm"
      ? [realmMeanings, permissionMeanings]
      : /Settings$|UserDefaults$/.test(id)
        ? [userMeanings]
        : [];
  const does = lists.map((each) => meaningIn(each, name)).find((found) => found !== undefined);
  return does === undefined ? undefined : sentence(does);
}

/** By operation and name, for all that have no note of their own. Throws where neither says what a parameter is. */
export function parameterNotes(): Record<string, Record<string, string>> {
  const notes: Record<string, Record<string, string>> = {};
  const missing: string[] = [];
  for (const [id, { params }] of Object.entries(operations))
    for (const [name, field] of Object.entries(params)) {
      if (field.note !== undefined) continue;
      const note = BY_OPERATION[id]?.[name] ?? settingNote(id, name) ?? BY_NAME[name];
      if (note === undefined) missing.push(`${id}.${name}`);
      else notes[id] = { ...notes[id], [name]: note };
    }
  if (missing.length > 0)
    throw new Error(`Add a note to its field, or a line to server/scripts/parameter-notes.ts: ${missing.join(", ")}`);
  return notes;
}
