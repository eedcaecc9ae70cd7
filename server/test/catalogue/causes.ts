/**
 * The events that each operation can cause, and their audiences (`audiences.ts`). Operations that are not listed cause
 * none. Messages that the server sends as part of a change (notices, welcomes) are ordinary messages.
 */
import type { AudienceName } from "./audiences.ts";

type Caused = Readonly<Record<string, AudienceName>>;

/** A message is sent. */
const SAYS: Caused = {
  message: "receivers",
  "stream/update": "knowersOfChannel",
};

/** Someone participates in a topic, and their settings make them follow it. */
const TAKES_PART: Caused = { muted_topics: "whoseTopicsChange", user_topic: "whoseTopicsChange" };

/** User access changes in organizations with restricted guests. */
const MEETS: Caused = {
  "realm_user/add": "newAccessors",
  "realm_user/remove": "formerAccessors",
  user_status: "newAccessors",
};

const COMES_TO_KNOW_CHANNELS: Caused = {
  "stream/create": "newKnowersOfChannel",
  "subscription/peer_add": "newKnowersOfChannel",
  "subscription/update": "returningKnowersOfChannel",
};

const SUBSCRIBES: Caused = {
  ...SAYS,
  ...MEETS,
  ...COMES_TO_KNOW_CHANNELS,
  "subscription/peer_add": "peers",
  "subscription/add": "newSubscribers",
  default_streams: "nonGuests",
};

const UNSUBSCRIBES: Caused = {
  ...MEETS,
  "subscription/remove": "formerSubscribers",
  "stream/delete": "formerKnowersOfChannel",
  "subscription/peer_remove": "peers",
  "update_message_flags/add": "whoseUnreadEnds",
};

const CHANGES_SIGHT: Caused = {
  ...COMES_TO_KNOW_CHANNELS,
  "stream/delete": "formerKnowersOfChannel",
};

const CHANGES_PERSON: Caused = {
  "realm_user/update": "accessorsWithinSight",
  ...CHANGES_SIGHT,
  ...MEETS,
  // Administrators manage all bots.
  "realm_bot/add": "newManagersOfBot",
  "realm_bot/delete": "formerManagersOfBot",
  "user_group/add_members": "everyone",
  "user_group/remove_members": "everyone",
  default_streams: "whoeverBecomesOrWasGuest",
  default_stream_groups: "whoeverBecomesOrWasGuest",
};

const DEACTIVATES: Caused = {
  "realm_user/update": "accessorsUntilNow",
  "realm_user/remove": "formerAccessors",
  "realm_bot/update": "managersOfBot",
  "subscription/peer_remove": "peers",
  invites_changed: "administrators",
  // Users who are notified of the deactivation know that the account has left its groups.
  "user_group/remove_members": "strangers",
};

/** Exports contain the erased person, so they are deleted. */
const ERASES: Caused = {
  ...DEACTIVATES,
  "realm_user/update": "accessorsWithinSight",
  realm_export: "humanAdministrators",
};

const SETTINGS: Caused = {
  "user_settings/update": "actor",
  update_display_settings: "actor",
  update_global_notifications: "actor",
  "realm_user/update": "accessorsWithinSight",
  // Restricted guests receive presence for unknown users as well, because they know that such users exist.
  presence: "everyone",
  // Hiding one's presence also sets the `away` status.
  user_status: "accessors",
  realm_export_consent: "humanAdministrators",
};

const BOT: Caused = {
  "realm_user/update": "accessors",
  "realm_bot/add": "newManagersOfBot",
  "realm_bot/delete": "formerManagersOfBot",
  "realm_bot/update": "managersOfBot",
  "user_group/add_members": "everyone",
  "user_group/remove_members": "everyone",
};

const ORGANIZATION: Caused = { "realm/update": "everyone", "realm/update_dict": "everyone" };

export const CAUSES: Readonly<Record<string, Caused>> = {
  sendMessage: { ...SAYS, ...TAKES_PART, ...MEETS, "attachment/update": "actor" },
  receiveWebhook: SAYS,
  editMessage: {
    ...SAYS,
    ...TAKES_PART,
    "attachment/update": "actor",
    update_message: "readers",
    delete_message: "lostReaders",
    "update_message_flags/add": "whoseUnreadEndsInSight",
  },
  // Users who know the channel get its new first message, as they would at registration.
  deleteMessage: { delete_message: "readersAndActor", "stream/update": "knowersOfChannel" },
  deleteTopic: { ...TAKES_PART, delete_message: "readersAndActor", "stream/update": "knowersOfChannel" },
  updateMessageFlags: { "update_message_flags/add": "actor", "update_message_flags/remove": "actor" },
  updateMessageFlagsForNarrow: { "update_message_flags/add": "actor", "update_message_flags/remove": "actor" },
  markAllAsRead: { "update_message_flags/add": "actor" },
  markChannelAsRead: { "update_message_flags/add": "actor" },
  markTopicAsRead: { "update_message_flags/add": "actor" },
  addReaction: { ...TAKES_PART, "reaction/add": "readers" },
  removeReaction: { "reaction/remove": "readers" },
  addSubmessage: { ...TAKES_PART, submessage: "readers" },
  setTyping: { "typing/start": "company", "typing/stop": "company" },
  setTypingEdit: { "typing_edit_message/start": "company", "typing_edit_message/stop": "company" },
  reportMessage: SAYS,
  uploadFile: { "attachment/add": "actor" },
  removeAttachment: { "attachment/remove": "actor" },

  createDrafts: { "drafts/add": "actor" },
  editDraft: { "drafts/update": "actor" },
  deleteDraft: { "drafts/remove": "actor" },
  createSavedSnippet: { "saved_snippets/add": "actor" },
  editSavedSnippet: { "saved_snippets/update": "actor" },
  deleteSavedSnippet: { "saved_snippets/remove": "actor" },
  createScheduledMessage: { "scheduled_messages/add": "actor" },
  updateScheduledMessage: { "scheduled_messages/update": "actor" },
  deleteScheduledMessage: { "scheduled_messages/remove": "actor" },
  createReminder: { "reminders/add": "actor" },
  deleteReminder: { "reminders/remove": "actor" },
  "time passes": {
    ...SAYS,
    ...TAKES_PART,
    "scheduled_messages/remove": "actor",
    "scheduled_messages/update": "actor",
    "reminders/remove": "actor",
  },
  addNavigationView: { "navigation_view/add": "actor" },
  editNavigationView: { "navigation_view/update": "actor" },
  removeNavigationView: { "navigation_view/remove": "actor" },
  addAlertWords: { alert_words: "actor" },
  removeAlertWords: { alert_words: "actor" },
  setTopicVisibility: { muted_topics: "actor", user_topic: "actor" },
  muteTopic: { muted_topics: "actor", user_topic: "actor" },
  muteUser: { muted_users: "actor", "update_message_flags/add": "actor" },
  unmuteUser: { muted_users: "actor" },
  markOnboardingStep: { onboarding_steps: "actor" },
  registerPushDevice: { push_device: "actor" },
  updateSettings: SETTINGS,
  updateDisplaySettings: SETTINGS,
  runCommand: SETTINGS,
  updateNotificationSettings: SETTINGS,
  setAvatar: { "realm_user/update": "accessors" },
  deleteAvatar: { "realm_user/update": "accessors" },
  updateOwnProfile: { "realm_user/update": "accessors" },
  deleteOwnProfile: { "realm_user/update": "accessors" },
  updateOwnStatus: SETTINGS,
  updateUserStatus: { user_status: "accessors" },
  updatePresence: { presence: "everyone" },

  createChannel: SUBSCRIBES,
  subscribe: SUBSCRIBES,
  unsubscribe: UNSUBSCRIBES,
  changeSubscriptions: { ...SUBSCRIBES, ...UNSUBSCRIBES },
  updateSubscription: { "subscription/update": "actor" },
  updateSubscriptionSettings: { "subscription/update": "actor" },
  updateChannel: { ...SAYS, ...CHANGES_SIGHT, default_streams: "nonGuests" },
  archiveChannel: {
    ...SAYS,
    "realm/update_dict": "everyone",
    default_streams: "nonGuests",
    default_stream_groups: "nonGuests",
  },
  addDefaultChannel: { default_streams: "nonGuests" },
  removeDefaultChannel: { default_streams: "nonGuests" },
  createDefaultGroup: { default_stream_groups: "nonGuests" },
  updateDefaultGroup: { default_stream_groups: "nonGuests" },
  changeDefaultGroupChannels: { default_stream_groups: "nonGuests" },
  deleteDefaultGroup: { default_stream_groups: "nonGuests" },
  createFolder: { "channel_folder/add": "everyone" },
  updateFolder: { "channel_folder/update": "everyone", "stream/update": "knowersOfChannel" },
  reorderFolders: { "channel_folder/reorder": "everyone" },

  createUser: {
    ...SAYS,
    "realm_user/add": "newAccessors",
    "user_group/add_members": "everyone",
    "subscription/peer_add": "peers",
  },
  updateUser: CHANGES_PERSON,
  updateUserByEmail: CHANGES_PERSON,
  makePasswordResetLink: SAYS,
  deactivateUser: DEACTIVATES,
  deactivateOwnUser: DEACTIVATES,
  deactivateBot: DEACTIVATES,
  eraseUser: ERASES,
  eraseOwnUser: ERASES,
  reactivateUser: {
    ...BOT,
    "realm_user/add": "newAccessors",
    "subscription/peer_add": "peers",
    "user_group/update": "everyone",
    "realm/update_dict": "everyone",
    realm_export_consent: "humanAdministrators",
  },
  createBot: {
    "realm_user/add": "newAccessors",
    "realm_bot/add": "newManagersOfBot",
    "user_group/add_members": "everyone",
  },
  updateBot: BOT,
  createBotCommand: { "bot_commands/add": "everyone" },
  updateBotCommand: { "bot_commands/update": "everyone" },
  deleteBotCommand: { "bot_commands/remove": "everyone" },
  // The first answer that the caller gets from the bot begins a conversation.
  answerCommandCall: { ...SAYS, ...MEETS, "command_answers/add": "callersOfCommand" },
  dismissCommandAnswer: { delete_message: "readersAndActor" },
  regenerateBotApiKey: { "realm_bot/update": "managersOfBot" },
  addFeed: { "feeds_changed/change": "managersOfBot", "feeds_changed/fetch": "managersOfBot" },
  updateFeed: { "feeds_changed/change": "managersOfBot" },
  removeFeed: { "feeds_changed/change": "managersOfBot" },
  fetchFeed: { "feeds_changed/fetch": "managersOfBot" },
  sendInvites: { invites_changed: "administratorsAndActor" },
  createInviteLink: { invites_changed: "administratorsAndActor" },
  revokeInvite: { invites_changed: "administratorsAndActor" },
  revokeInviteLink: { invites_changed: "administratorsAndActor" },
  testWelcomeMessage: SAYS,
  createUserGroup: { "user_group/add": "everyone", "user_group/add_subgroups": "everyone" },
  updateUserGroup: { "user_group/update": "everyone" },
  deactivateUserGroup: { "user_group/update": "everyone" },
  updateGroupMembers: {
    ...CHANGES_SIGHT,
    "user_group/add_members": "everyone",
    "user_group/remove_members": "everyone",
    "user_group/add_subgroups": "everyone",
    "user_group/remove_subgroups": "everyone",
    message: "receivers",
  },
  updateSubgroups: {
    ...CHANGES_SIGHT,
    "user_group/add_subgroups": "everyone",
    "user_group/remove_subgroups": "everyone",
  },

  updateRealm: { ...ORGANIZATION, "user_group/add_members": "everyone", "user_group/remove_members": "everyone" },
  updateUserDefaults: { "realm_user_settings_defaults/update": "everyone" },
  setRealmIcon: { "realm/update_dict": "everyone" },
  deleteRealmIcon: { "realm/update_dict": "everyone" },
  setRealmLogo: { "realm/update_dict": "everyone" },
  deleteRealmLogo: { "realm/update_dict": "everyone" },
  addDomain: { "realm_domains/add": "everyone" },
  changeDomain: { "realm_domains/change": "everyone" },
  removeDomain: { "realm_domains/remove": "everyone", "realm/update": "everyone" },
  addCustomEmoji: { "realm_emoji/update": "everyone" },
  deactivateCustomEmoji: { "realm_emoji/update": "everyone" },
  addLinkifier: { realm_linkifiers: "everyone" },
  updateLinkifier: { realm_linkifiers: "everyone" },
  removeLinkifier: { realm_linkifiers: "everyone" },
  reorderLinkifiers: { realm_linkifiers: "everyone" },
  addPlayground: { realm_playgrounds: "everyone" },
  removePlayground: { realm_playgrounds: "everyone" },
  createProfileField: { custom_profile_fields: "everyone" },
  updateProfileField: { custom_profile_fields: "everyone" },
  deleteProfileField: { custom_profile_fields: "everyone" },
  reorderProfileFields: { custom_profile_fields: "everyone" },
  exportOwnData: { message: "receivers" },
  exportRealm: { realm_export: "humanAdministrators", message: "receivers" },
  deleteRealmExport: { realm_export: "humanAdministrators" },
  uploadImport: { "realm_import/update": "owners" },
  startImport: { "realm_import/update": "owners" },
  cancelImport: { "realm_import/update": "owners" },
  deactivateRealm: { "realm/deactivated": "everyone" },
  "another version starts": { restart: "everyone", web_reload_client: "everyone" },
};
