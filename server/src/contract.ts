/**
 * The whole API as data: the only barrel file, of files without side effects. `client` and `web` load it in a browser;
 * the OpenAPI document, the API page and the list of events are generated from it.
 */

import * as channelFolders from "./channels/channel-folders/contract.ts";
import * as channelFolderEvents from "./channels/channel-folders/events.ts";
import * as channels from "./channels/contract.ts";
import * as channelCreation from "./channels/create/contract.ts";
import * as defaultChannels from "./channels/default-channels/contract.ts";
import * as defaultChannelEvents from "./channels/default-channels/events.ts";
import * as channelEvents from "./channels/events.ts";
import * as channelReading from "./channels/read/contract.ts";
import * as subscriptions from "./channels/subscribe/contract.ts";
import * as channelUpdates from "./channels/update/contract.ts";
import * as userTopics from "./channels/user-topics/contract.ts";
import * as userTopicEvents from "./channels/user-topics/events.ts";
import * as integrations from "./delivery/integrations/contract.ts";
import * as feeds from "./delivery/integrations/feeds/contract.ts";
import * as feedEvents from "./delivery/integrations/feeds/events.ts";
import * as botCommands from "./delivery/outgoing-webhooks/commands/contract.ts";
import * as botCommandEvents from "./delivery/outgoing-webhooks/commands/events.ts";
import * as outgoingWebhooks from "./delivery/outgoing-webhooks/contract.ts";
import * as push from "./delivery/push/contract.ts";
import * as pushEvents from "./delivery/push/events.ts";
import * as webPush from "./delivery/push/web/contract.ts";
import * as erasure from "./erasure/contract.ts";
import * as exports from "./exports/contract.ts";
import * as exportEvents from "./exports/events.ts";
import * as ownExports from "./exports/own/contract.ts";
import * as imports from "./imports/uploaded/contract.ts";
import * as importEvents from "./imports/uploaded/events.ts";
import * as invites from "./joining/invites/contract.ts";
import * as inviteEvents from "./joining/invites/events.ts";
import * as welcome from "./joining/welcome/contract.ts";
import * as groupSetting from "./kernel/access/group-setting.ts";
import { type AnyEvent, type Chapter, chapter, type Operation } from "./kernel/api/index.ts";
import * as messages from "./messages/contract.ts";
import * as messageDeletion from "./messages/delete/contract.ts";
import * as messageDeletionEvents from "./messages/delete/events.ts";
import * as messageEditing from "./messages/edit/contract.ts";
import * as messageEditingEvents from "./messages/edit/events.ts";
import * as messageEvents from "./messages/events.ts";
import * as messageHistory from "./messages/history/contract.ts";
import * as legalHolds from "./messages/legal-holds/contract.ts";
import * as reactions from "./messages/reactions/contract.ts";
import * as reactionEvents from "./messages/reactions/events.ts";
import * as readState from "./messages/read-state/contract.ts";
import * as readStateEvents from "./messages/read-state/events.ts";
import * as reports from "./messages/reports/contract.ts";
import * as submessages from "./messages/submessages/contract.ts";
import * as submessageEvents from "./messages/submessages/events.ts";
import * as summaries from "./messages/summary/contract.ts";
import * as topics from "./messages/topics/contract.ts";
import * as typing from "./messages/typing/contract.ts";
import * as typingEvents from "./messages/typing/events.ts";
import * as uploads from "./messages/uploads/contract.ts";
import * as uploadEvents from "./messages/uploads/events.ts";
import * as auditLog from "./organization/audit-log/contract.ts";
import * as customEmoji from "./organization/custom-emoji/contract.ts";
import * as customEmojiEvents from "./organization/custom-emoji/events.ts";
import * as domains from "./organization/domains/contract.ts";
import * as domainEvents from "./organization/domains/events.ts";
import * as linkifiers from "./organization/linkifiers/contract.ts";
import * as linkifierEvents from "./organization/linkifiers/events.ts";
import * as overview from "./organization/overview/contract.ts";
import * as pictures from "./organization/pictures/contract.ts";
import * as playgrounds from "./organization/playgrounds/contract.ts";
import * as playgroundEvents from "./organization/playgrounds/events.ts";
import * as realms from "./organization/realms/contract.ts";
import * as realmEvents from "./organization/realms/events.ts";
import * as realmPictures from "./organization/realms/pictures/contract.ts";
import * as alertWords from "./people/alert-words/contract.ts";
import * as alertWordEvents from "./people/alert-words/events.ts";
import * as avatars from "./people/avatars/contract.ts";
import * as botStorage from "./people/bot-storage/contract.ts";
import * as bots from "./people/bots/contract.ts";
import * as botEvents from "./people/bots/events.ts";
import * as groups from "./people/groups/contract.ts";
import * as groupEvents from "./people/groups/events.ts";
import * as jsonWebTokens from "./people/json-web-tokens/contract.ts";
import * as linkedProviders from "./people/linked-providers/contract.ts";
import * as mutedUsers from "./people/muted-users/contract.ts";
import * as mutedUserEvents from "./people/muted-users/events.ts";
import * as onboarding from "./people/onboarding/contract.ts";
import * as onboardingEvents from "./people/onboarding/events.ts";
import * as passwordReset from "./people/password-reset/contract.ts";
import * as presence from "./people/presence/contract.ts";
import * as presenceEvents from "./people/presence/events.ts";
import * as profileFields from "./people/profile-fields/contract.ts";
import * as profileFieldEvents from "./people/profile-fields/events.ts";
import * as secondFactors from "./people/second-factors/contract.ts";
import * as sessions from "./people/sessions/contract.ts";
import * as settings from "./people/settings/contract.ts";
import * as settingsEvents from "./people/settings/events.ts";
import * as signIn from "./people/sign-in/contract.ts";
import * as userStatus from "./people/user-status/contract.ts";
import * as userStatusEvents from "./people/user-status/events.ts";
import * as users from "./people/users/contract.ts";
import * as userEvents from "./people/users/events.ts";
import * as drafts from "./personal/drafts/contract.ts";
import * as draftEvents from "./personal/drafts/events.ts";
import * as navigationViews from "./personal/navigation-views/contract.ts";
import * as navigationViewEvents from "./personal/navigation-views/events.ts";
import * as reminders from "./personal/reminders/contract.ts";
import * as reminderEvents from "./personal/reminders/events.ts";
import * as savedSnippets from "./personal/saved-snippets/contract.ts";
import * as savedSnippetEvents from "./personal/saved-snippets/events.ts";
import * as scheduledMessages from "./personal/scheduled-messages/contract.ts";
import * as scheduledMessageEvents from "./personal/scheduled-messages/events.ts";
import * as registration from "./registration/contract.ts";
import * as emoji from "./text/emoji/contract.ts";

export * as channelPermissions from "./channels/permissions.ts";
export * as invitePermissions from "./joining/invites/permissions.ts";
export * as permissionSettings from "./kernel/access/permission-settings.ts";
export * as roles from "./kernel/access/roles.ts";
export * from "./kernel/api/index.ts";
export * as messageDeletionPermissions from "./messages/delete/permissions.ts";
export * as messageEditingPermissions from "./messages/edit/permissions.ts";
export * as messagePermissions from "./messages/permissions.ts";
export * as auditLogPermissions from "./organization/audit-log/permissions.ts";
export * as customEmojiPermissions from "./organization/custom-emoji/permissions.ts";
export * as overviewPermissions from "./organization/overview/permissions.ts";
export * as realmPermissions from "./organization/realms/permissions.ts";
export * as realmSettings from "./organization/settings/realm-settings.ts";
export * as userSettings from "./organization/settings/user-settings.ts";
export * as avatarPermissions from "./people/avatars/permissions.ts";
export * as botPermissions from "./people/bots/permissions.ts";
export * as emailChangePermissions from "./people/email-change/permissions.ts";
export * as groupPermissions from "./people/groups/permissions.ts";
export * as passwordResetPermissions from "./people/password-reset/permissions.ts";
export * as profileFieldPermissions from "./people/profile-fields/permissions.ts";
export * as secondFactorPermissions from "./people/second-factors/permissions.ts";
export * as settingsPermissions from "./people/settings/permissions.ts";
export * as userAccessPermissions from "./people/users/access/permissions.ts";
export * as userPermissions from "./people/users/permissions.ts";
export {
  alertWordEvents,
  alertWords,
  auditLog,
  avatars,
  botCommandEvents,
  botCommands,
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
  erasure,
  exportEvents,
  exports,
  feedEvents,
  feeds,
  groupEvents,
  groupSetting,
  groups,
  importEvents,
  imports,
  integrations,
  inviteEvents,
  invites,
  jsonWebTokens,
  legalHolds,
  linkedProviders,
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
  overview,
  ownExports,
  passwordReset,
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
  secondFactors,
  sessions,
  settings,
  settingsEvents,
  signIn,
  submessageEvents,
  submessages,
  subscriptions,
  summaries,
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

/** The features, in the order that newcomers to the API need them. */
export const chapters: readonly Chapter[] = [
  chapter("Messages", messages, messageEvents),
  chapter("Read state", readState, readStateEvents),
  chapter("Editing messages", messageEditing, messageEditingEvents, messageHistory),
  chapter("Deleting messages", messageDeletion, messageDeletionEvents),
  chapter("Reactions", reactions, reactionEvents, emoji),
  chapter("Drafts", drafts, draftEvents),
  chapter("Saved snippets", savedSnippets, savedSnippetEvents),
  chapter("Submessages", submessages, submessageEvents),
  chapter("Summaries", summaries),
  chapter("Typing", typing, typingEvents),
  chapter("Reports", reports),
  chapter("Scheduled messages", scheduledMessages, scheduledMessageEvents),
  chapter("Reminders", reminders, reminderEvents),
  chapter("Topics", topics, userTopics, userTopicEvents),
  chapter("Channels", channels, channelCreation, channelReading, subscriptions, channelUpdates, channelEvents),
  chapter("Channel folders", channelFolders, channelFolderEvents),
  chapter("Default channels", defaultChannels, defaultChannelEvents),
  chapter("Uploads", uploads, uploadEvents),
  chapter("Users", users, avatars, userEvents, signIn, jsonWebTokens, sessions, passwordReset),
  chapter("Second factors", secondFactors, linkedProviders),
  chapter("User status", userStatus, userStatusEvents),
  chapter("Profile fields", profileFields, profileFieldEvents),
  chapter("Presence", presence, presenceEvents),
  chapter("Alert words", alertWords, alertWordEvents),
  chapter("Muted users", mutedUsers, mutedUserEvents),
  chapter("Navigation views", navigationViews, navigationViewEvents),
  chapter("Onboarding", onboarding, onboardingEvents),
  chapter("Push notifications", push, webPush, pushEvents),
  chapter("Bots", bots, botEvents, botStorage, integrations, feeds, feedEvents, outgoingWebhooks),
  chapter("Slash commands", botCommands, botCommandEvents),
  chapter("Invitations", invites, inviteEvents, welcome),
  chapter("Groups", groups, groupEvents, groupSetting),
  chapter("Settings", settings, settingsEvents),
  chapter("Organization", realms, realmPictures, realmEvents),
  chapter("Domains", domains, domainEvents),
  chapter("Custom emoji", customEmoji, customEmojiEvents),
  chapter("Linkifiers", linkifiers, linkifierEvents),
  chapter("Playgrounds", playgrounds, playgroundEvents),
  chapter("Exports", exports, exportEvents, ownExports),
  chapter("Imports", imports, importEvents),
  chapter("Erasure and legal holds", erasure, legalHolds),
  chapter("Audit log", auditLog),
  chapter("Overview", overview),
  chapter("Event queues", registration),
];

/** Every operation by its id, which is the name of its export. */
export const operations: Readonly<Record<string, Operation>> = byId(chapters);

/** Every event that a queue can contain. */
export const events: readonly AnyEvent[] = chapters.flatMap((each) => each.events);

function byId(parts: readonly Chapter[]): Record<string, Operation> {
  const known: Record<string, Operation> = {};
  for (const [id, operation] of parts.flatMap((part) => Object.entries(part.operations))) {
    if (Object.hasOwn(known, id)) throw new Error(`Two operations are called ${id}.`);
    known[id] = operation;
  }
  return known;
}
