/**
 * All that the API is, as data: the one barrel of pure files. `client` and `web` load it in a browser, and the OpenAPI
 * document, the API page and the list of events are derived from it.
 */
import * as groupSetting from "./access/group-setting.ts";
import * as alertWords from "./alert-words/contract.ts";
import * as alertWordEvents from "./alert-words/events.ts";
import { type AnyEvent, type Chapter, chapter, type Operation } from "./api/index.ts";
import * as avatars from "./avatars/contract.ts";
import * as botStorage from "./bot-storage/contract.ts";
import * as bots from "./bots/contract.ts";
import * as botEvents from "./bots/events.ts";
import * as channelFolders from "./channel-folders/contract.ts";
import * as channelFolderEvents from "./channel-folders/events.ts";
import * as channels from "./channels/contract.ts";
import * as channelCreation from "./channels/create/contract.ts";
import * as channelEvents from "./channels/events.ts";
import * as channelReading from "./channels/read/contract.ts";
import * as subscriptions from "./channels/subscribe/contract.ts";
import * as channelUpdates from "./channels/update/contract.ts";
import * as customEmoji from "./custom-emoji/contract.ts";
import * as customEmojiEvents from "./custom-emoji/events.ts";
import * as defaultChannels from "./default-channels/contract.ts";
import * as defaultChannelEvents from "./default-channels/events.ts";
import * as domains from "./domains/contract.ts";
import * as domainEvents from "./domains/events.ts";
import * as drafts from "./drafts/contract.ts";
import * as draftEvents from "./drafts/events.ts";
import * as emoji from "./emoji/contract.ts";
import * as exports from "./exports/contract.ts";
import * as exportEvents from "./exports/events.ts";
import * as groups from "./groups/contract.ts";
import * as groupEvents from "./groups/events.ts";
import * as invites from "./invites/contract.ts";
import * as inviteEvents from "./invites/events.ts";
import * as linkifiers from "./linkifiers/contract.ts";
import * as linkifierEvents from "./linkifiers/events.ts";
import * as messages from "./messages/contract.ts";
import * as messageDeletion from "./messages/delete/contract.ts";
import * as messageDeletionEvents from "./messages/delete/events.ts";
import * as messageEditing from "./messages/edit/contract.ts";
import * as messageEditingEvents from "./messages/edit/events.ts";
import * as messageEvents from "./messages/events.ts";
import * as messageHistory from "./messages/history/contract.ts";
import * as readState from "./messages/read-state/contract.ts";
import * as readStateEvents from "./messages/read-state/events.ts";
import * as topics from "./messages/topics/contract.ts";
import * as mutedUsers from "./muted-users/contract.ts";
import * as mutedUserEvents from "./muted-users/events.ts";
import * as navigationViews from "./navigation-views/contract.ts";
import * as navigationViewEvents from "./navigation-views/events.ts";
import * as onboarding from "./onboarding/contract.ts";
import * as onboardingEvents from "./onboarding/events.ts";
import * as outgoingWebhooks from "./outgoing-webhooks/contract.ts";
import * as pictures from "./pictures/contract.ts";
import * as playgrounds from "./playgrounds/contract.ts";
import * as playgroundEvents from "./playgrounds/events.ts";
import * as presence from "./presence/contract.ts";
import * as presenceEvents from "./presence/events.ts";
import * as profileFields from "./profile-fields/contract.ts";
import * as profileFieldEvents from "./profile-fields/events.ts";
import * as push from "./push/contract.ts";
import * as pushEvents from "./push/events.ts";
import * as webPush from "./push/web/contract.ts";
import * as reactions from "./reactions/contract.ts";
import * as reactionEvents from "./reactions/events.ts";
import * as realms from "./realms/contract.ts";
import * as realmEvents from "./realms/events.ts";
import * as realmPictures from "./realms/pictures/contract.ts";
import * as registration from "./registration/contract.ts";
import * as reminders from "./reminders/contract.ts";
import * as reminderEvents from "./reminders/events.ts";
import * as reports from "./reports/contract.ts";
import * as savedSnippets from "./saved-snippets/contract.ts";
import * as savedSnippetEvents from "./saved-snippets/events.ts";
import * as scheduledMessages from "./scheduled-messages/contract.ts";
import * as scheduledMessageEvents from "./scheduled-messages/events.ts";
import * as settings from "./settings/contract.ts";
import * as settingsEvents from "./settings/events.ts";
import * as signIn from "./sign-in/contract.ts";
import * as submessages from "./submessages/contract.ts";
import * as submessageEvents from "./submessages/events.ts";
import * as typing from "./typing/contract.ts";
import * as typingEvents from "./typing/events.ts";
import * as uploads from "./uploads/contract.ts";
import * as uploadEvents from "./uploads/events.ts";
import * as userStatus from "./user-status/contract.ts";
import * as userStatusEvents from "./user-status/events.ts";
import * as userTopics from "./user-topics/contract.ts";
import * as userTopicEvents from "./user-topics/events.ts";
import * as users from "./users/contract.ts";
import * as userEvents from "./users/events.ts";
import * as welcome from "./welcome/contract.ts";

export * as permissionSettings from "./access/permission-settings.ts";
export * as roles from "./access/roles.ts";
export * from "./api/index.ts";
export * as avatarPermissions from "./avatars/permissions.ts";
export * as botPermissions from "./bots/permissions.ts";
export * as channelPermissions from "./channels/permissions.ts";
export * as customEmojiPermissions from "./custom-emoji/permissions.ts";
export * as groupPermissions from "./groups/permissions.ts";
export * as invitePermissions from "./invites/permissions.ts";
export * as messageDeletionPermissions from "./messages/delete/permissions.ts";
export * as messageEditingPermissions from "./messages/edit/permissions.ts";
export * as messagePermissions from "./messages/permissions.ts";
export * as realmPermissions from "./realms/permissions.ts";
export * as settingsPermissions from "./settings/permissions.ts";
export * as realmSettings from "./settings/realm-settings.ts";
export * as userSettings from "./settings/user-settings.ts";
export * as userAccessPermissions from "./users/access/permissions.ts";
export {
  alertWordEvents,
  alertWords,
  avatars,
  botEvents,
  botStorage,
  bots,
  channelCreation,
  channelEvents,
  channelFolderEvents,
  channelFolders,
  channelReading,
  channels,
  channelUpdates,
  customEmoji,
  customEmojiEvents,
  defaultChannelEvents,
  defaultChannels,
  domainEvents,
  domains,
  draftEvents,
  drafts,
  emoji,
  exportEvents,
  exports,
  groupEvents,
  groupSetting,
  groups,
  inviteEvents,
  invites,
  linkifierEvents,
  linkifiers,
  messageDeletion,
  messageDeletionEvents,
  messageEditing,
  messageEditingEvents,
  messageEvents,
  messageHistory,
  messages,
  mutedUserEvents,
  mutedUsers,
  navigationViewEvents,
  navigationViews,
  onboarding,
  onboardingEvents,
  outgoingWebhooks,
  pictures,
  playgroundEvents,
  playgrounds,
  presence,
  presenceEvents,
  profileFieldEvents,
  profileFields,
  push,
  pushEvents,
  reactionEvents,
  reactions,
  readState,
  readStateEvents,
  realmEvents,
  realmPictures,
  realms,
  registration,
  reminderEvents,
  reminders,
  reports,
  savedSnippetEvents,
  savedSnippets,
  scheduledMessageEvents,
  scheduledMessages,
  settings,
  settingsEvents,
  signIn,
  submessageEvents,
  submessages,
  subscriptions,
  topics,
  typing,
  typingEvents,
  uploadEvents,
  uploads,
  userEvents,
  userStatus,
  userStatusEvents,
  users,
  userTopicEvents,
  userTopics,
  webPush,
  welcome,
};

/** The features, in the order in which a newcomer meets them. */
export const chapters: readonly Chapter[] = [
  chapter("Messages", messages, messageEvents),
  chapter("Read state", readState, readStateEvents),
  chapter("Editing messages", messageEditing, messageEditingEvents, messageHistory),
  chapter("Deleting messages", messageDeletion, messageDeletionEvents),
  chapter("Reactions", reactions, reactionEvents, emoji),
  chapter("Drafts", drafts, draftEvents),
  chapter("Saved snippets", savedSnippets, savedSnippetEvents),
  chapter("Submessages", submessages, submessageEvents),
  chapter("Typing", typing, typingEvents),
  chapter("Reports", reports),
  chapter("Scheduled messages", scheduledMessages, scheduledMessageEvents),
  chapter("Reminders", reminders, reminderEvents),
  chapter("Topics", topics, userTopics, userTopicEvents),
  chapter("Channels", channels, channelCreation, channelReading, subscriptions, channelUpdates, channelEvents),
  chapter("Channel folders", channelFolders, channelFolderEvents),
  chapter("Default channels", defaultChannels, defaultChannelEvents),
  chapter("Uploads", uploads, uploadEvents),
  chapter("Users", users, avatars, userEvents, signIn),
  chapter("User status", userStatus, userStatusEvents),
  chapter("Profile fields", profileFields, profileFieldEvents),
  chapter("Presence", presence, presenceEvents),
  chapter("Alert words", alertWords, alertWordEvents),
  chapter("Muted users", mutedUsers, mutedUserEvents),
  chapter("Navigation views", navigationViews, navigationViewEvents),
  chapter("Onboarding", onboarding, onboardingEvents),
  chapter("Push notifications", push, webPush, pushEvents),
  chapter("Bots", bots, botEvents, botStorage, outgoingWebhooks),
  chapter("Invitations", invites, inviteEvents, welcome),
  chapter("Groups", groups, groupEvents, groupSetting),
  chapter("Settings", settings, settingsEvents),
  chapter("Organization", realms, realmPictures, realmEvents),
  chapter("Domains", domains, domainEvents),
  chapter("Custom emoji", customEmoji, customEmojiEvents),
  chapter("Linkifiers", linkifiers, linkifierEvents),
  chapter("Playgrounds", playgrounds, playgroundEvents),
  chapter("Exports", exports, exportEvents),
  chapter("Event queues", registration),
];

/** Every operation by its id, which is the name it is exported under. */
export const operations: Readonly<Record<string, Operation>> = byId(chapters);

/** Every event that a queue can carry. */
export const events: readonly AnyEvent[] = chapters.flatMap((each) => each.events);

function byId(parts: readonly Chapter[]): Record<string, Operation> {
  const known: Record<string, Operation> = {};
  for (const [id, operation] of parts.flatMap((part) => Object.entries(part.operations))) {
    if (Object.hasOwn(known, id)) throw new Error(`Two operations are called ${id}.`);
    known[id] = operation;
  }
  return known;
}
