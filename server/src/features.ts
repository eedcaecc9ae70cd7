/** The features: the table of contents of the server. */

import { alertWordRoutes } from "./alert-words/routes.ts";
import { alertWordsSnapshot } from "./alert-words/snapshot.ts";
import { avatarAddresses } from "./avatars/files.ts";
import { avatarRoutes } from "./avatars/routes.ts";
import { botStorageRoutes } from "./bot-storage/routes.ts";
import { botRoutes } from "./bots/routes.ts";
import { botsSnapshot, embeddedBotsSnapshot, webhookBotsSnapshot } from "./bots/snapshot.ts";
import { folderRoutes } from "./channel-folders/routes.ts";
import { foldersSnapshot } from "./channel-folders/snapshot.ts";
import { retireSilentChannels } from "./channels/jobs.ts";
import { channelReadingRoutes } from "./channels/read/routes.ts";
import { channelRoutes } from "./channels/routes.ts";
import { channelsSnapshot, subscriptionsSnapshot } from "./channels/snapshot.ts";
import { countTraffic } from "./channels/traffic.ts";
import { customEmojiAddresses } from "./custom-emoji/files.ts";
import { removeStrayImages } from "./custom-emoji/jobs.ts";
import { customEmojiRoutes } from "./custom-emoji/routes.ts";
import { customEmojiSnapshot } from "./custom-emoji/snapshot.ts";
import { defaultChannelRoutes } from "./default-channels/routes.ts";
import { defaultChannelsSnapshot, defaultGroupsSnapshot } from "./default-channels/snapshot.ts";
import { domainRoutes } from "./domains/routes.ts";
import { domainsSnapshot } from "./domains/snapshot.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { draftsSnapshot } from "./drafts/snapshot.ts";
import { emailChangePages } from "./email-change/pages.ts";
import { emojiAddresses } from "./emoji/files.ts";
import { exportAddresses } from "./exports/files.ts";
import { exportJobs } from "./exports/jobs.ts";
import { exportRoutes } from "./exports/routes.ts";
import { externalContent } from "./external-content/files.ts";
import type { Feature } from "./feature.ts";
import { promoteFullMembers } from "./groups/jobs.ts";
import { tellingMembers } from "./groups/members/notices.ts";
import { groupRoutes } from "./groups/routes.ts";
import { groupsSnapshot } from "./groups/snapshot.ts";
import { invitationJobs } from "./invites/reminders.ts";
import { inviteRoutes } from "./invites/routes.ts";
import { linkifierRoutes } from "./linkifiers/routes.ts";
import { filtersSnapshot, linkifiersSnapshot } from "./linkifiers/snapshot.ts";
import { mailJobs } from "./mail/send.ts";
import { deleteRoutes } from "./messages/delete/routes.ts";
import { moveJobs } from "./messages/edit/continue.ts";
import { editRoutes } from "./messages/edit/routes.ts";
import { historyRoutes } from "./messages/history/routes.ts";
import { readStateRoutes } from "./messages/read-state/routes.ts";
import { starredSnapshot, unreadSnapshot } from "./messages/read-state/snapshot.ts";
import { deleteOldMessages } from "./messages/retention/job.ts";
import { messageRoutes } from "./messages/routes.ts";
import { forgetSent } from "./messages/send/once.ts";
import { messagesSnapshot, recentDirectSnapshot, searchSnapshot } from "./messages/snapshot.ts";
import { topicRoutes } from "./messages/topics/routes.ts";
import { mutedUserRoutes } from "./muted-users/routes.ts";
import { mutedUsersSnapshot } from "./muted-users/snapshot.ts";
import { navigationViewRoutes } from "./navigation-views/routes.ts";
import { navigationViewsSnapshot } from "./navigation-views/snapshot.ts";
import { digestJobs } from "./notifications/digest/jobs.ts";
import { editJobs } from "./notifications/edits.ts";
import { unsubscribePages } from "./notifications/mail/unsubscribe.ts";
import { lookAround } from "./notifications/notifier.ts";
import { onboardingRoutes } from "./onboarding/routes.ts";
import { onboardingSnapshot } from "./onboarding/snapshot.ts";
import { sweepLinks } from "./one-time-links/store.ts";
import { webhookJobs } from "./outgoing-webhooks/jobs.ts";
import { outgoingWebhookRoutes } from "./outgoing-webhooks/routes.ts";
import { pagePreviewJobs } from "./page-previews/jobs.ts";
import { passwordResetJobs } from "./password-reset/actions.ts";
import { passwordResetPages } from "./password-reset/pages.ts";
import { pictureAddresses } from "./pictures/files.ts";
import { removeStrayPictures } from "./pictures/jobs.ts";
import { playgroundRoutes } from "./playgrounds/routes.ts";
import { playgroundsSnapshot } from "./playgrounds/snapshot.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { presenceSnapshot } from "./presence/snapshot.ts";
import { profileFieldRoutes } from "./profile-fields/routes.ts";
import { profileFieldsSnapshot } from "./profile-fields/snapshot.ts";
import { deliveryJobs, pushChannel } from "./push/deliver.ts";
import { introducing } from "./push/introduce.ts";
import { pushRoutes } from "./push/routes.ts";
import { pushDevicesSnapshot } from "./push/snapshot.ts";
import { sweepNotices } from "./push/sweep.ts";
import { webPushJobs } from "./push/web/deliver.ts";
import { webPushRoutes } from "./push/web/routes.ts";
import { reactionRoutes } from "./reactions/routes.ts";
import { deleteOrganizations } from "./realms/deactivate/delete.ts";
import { realmPictureRoutes } from "./realms/pictures/routes.ts";
import { realmRoutes } from "./realms/routes.ts";
import { billingSnapshot, giphySnapshot, realmSnapshot, videoCallsSnapshot } from "./realms/snapshot.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { reminderJobs } from "./reminders/jobs.ts";
import { reminderRoutes } from "./reminders/routes.ts";
import { remindersSnapshot } from "./reminders/snapshot.ts";
import { reportRoutes } from "./reports/routes.ts";
import { savedSnippetRoutes } from "./saved-snippets/routes.ts";
import { savedSnippetsSnapshot } from "./saved-snippets/snapshot.ts";
import { scheduledMessageJobs } from "./scheduled-messages/jobs.ts";
import { scheduledMessageRoutes } from "./scheduled-messages/routes.ts";
import { scheduledMessagesSnapshot } from "./scheduled-messages/snapshot.ts";
import { sweepSessions } from "./sessions/actions.ts";
import { setupPage } from "./set-up/page.ts";
import { firstPeoplePage } from "./set-up/people.ts";
import { settingsRoutes } from "./settings/routes.ts";
import {
  displaySettingsSnapshot,
  notificationSettingsSnapshot,
  userDefaultsSnapshot,
  userSettingsSnapshot,
} from "./settings/snapshot.ts";
import { signInPages } from "./sign-in/pages.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { signUpJobs } from "./sign-up/confirm.ts";
import { signUpPages } from "./sign-up/pages.ts";
import { submessageRoutes } from "./submessages/routes.ts";
import { typingRoutes } from "./typing/routes.ts";
import { uploadAddresses } from "./uploads/files.ts";
import { uploadJobs } from "./uploads/jobs.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { userStatusRoutes } from "./user-status/routes.ts";
import { userStatusSnapshot } from "./user-status/snapshot.ts";
import { userTopicRoutes } from "./user-topics/routes.ts";
import { mutedTopicsSnapshot, userTopicsSnapshot } from "./user-topics/snapshot.ts";
import { userRoutes } from "./users/routes.ts";
import { usersSnapshot } from "./users/snapshot.ts";
import { welcomeJobs } from "./welcome/letters.ts";
import { welcomeAnswerJobs } from "./welcome/messages.ts";
import { welcomeRoutes } from "./welcome/routes.ts";

const contributing: readonly Feature[] = [
  {
    routes: realmRoutes,
    snapshot: [realmSnapshot, billingSnapshot, giphySnapshot, videoCallsSnapshot],
    jobs: [deleteOrganizations],
  },
  { routes: realmPictureRoutes, files: pictureAddresses, jobs: [removeStrayPictures] },
  { routes: userRoutes, snapshot: [usersSnapshot] },
  { routes: avatarRoutes, files: avatarAddresses },
  { files: emojiAddresses },
  { routes: profileFieldRoutes, snapshot: [profileFieldsSnapshot] },
  { routes: userStatusRoutes, snapshot: [userStatusSnapshot] },
  { routes: botRoutes, snapshot: [botsSnapshot, embeddedBotsSnapshot, webhookBotsSnapshot] },
  { routes: botStorageRoutes },
  { routes: outgoingWebhookRoutes, jobs: webhookJobs },
  {
    routes: settingsRoutes,
    snapshot: [userSettingsSnapshot, userDefaultsSnapshot, displaySettingsSnapshot, notificationSettingsSnapshot],
  },
  { routes: groupRoutes, snapshot: [groupsSnapshot], jobs: [promoteFullMembers, tellingMembers] },
  {
    routes: [...channelRoutes, ...channelReadingRoutes],
    snapshot: [subscriptionsSnapshot, channelsSnapshot],
    jobs: [retireSilentChannels, countTraffic],
  },
  { routes: messageRoutes, snapshot: [messagesSnapshot, recentDirectSnapshot, searchSnapshot], jobs: [forgetSent] },
  { routes: readStateRoutes, snapshot: [unreadSnapshot, starredSnapshot] },
  { routes: reactionRoutes },
  { routes: submessageRoutes },
  { routes: typingRoutes },
  { routes: reportRoutes },
  { routes: scheduledMessageRoutes, snapshot: [scheduledMessagesSnapshot], jobs: scheduledMessageJobs },
  { routes: reminderRoutes, snapshot: [remindersSnapshot], jobs: reminderJobs },
  { routes: editRoutes, jobs: moveJobs },
  { routes: historyRoutes },
  { routes: deleteRoutes },
  { routes: topicRoutes },
  { jobs: [deleteOldMessages] },
  { jobs: pagePreviewJobs },
  { files: externalContent },
  { jobs: mailJobs },
  { pages: unsubscribePages, jobs: [lookAround, ...editJobs, ...digestJobs] },
  { routes: signInRoutes, pages: signInPages, jobs: [sweepSessions] },
  { pages: passwordResetPages, jobs: [...passwordResetJobs, sweepLinks] },
  { pages: emailChangePages },
  { routes: defaultChannelRoutes, snapshot: [defaultChannelsSnapshot, defaultGroupsSnapshot] },
  { routes: folderRoutes, snapshot: [foldersSnapshot] },
  { routes: userTopicRoutes, snapshot: [userTopicsSnapshot, mutedTopicsSnapshot] },
  { routes: domainRoutes, snapshot: [domainsSnapshot] },
  { routes: inviteRoutes, jobs: invitationJobs },
  { firstPages: [setupPage], pages: [firstPeoplePage] },
  { pages: signUpPages, jobs: signUpJobs },
  { routes: welcomeRoutes, jobs: [...welcomeJobs, ...welcomeAnswerJobs] },
  { routes: presenceRoutes, snapshot: [presenceSnapshot] },
  { routes: alertWordRoutes, snapshot: [alertWordsSnapshot] },
  { routes: mutedUserRoutes, snapshot: [mutedUsersSnapshot] },
  { routes: draftRoutes, snapshot: [draftsSnapshot] },
  { routes: savedSnippetRoutes, snapshot: [savedSnippetsSnapshot] },
  { routes: navigationViewRoutes, snapshot: [navigationViewsSnapshot] },
  { routes: onboardingRoutes, snapshot: [onboardingSnapshot] },
  {
    routes: customEmojiRoutes,
    snapshot: [customEmojiSnapshot],
    files: customEmojiAddresses,
    jobs: [removeStrayImages],
  },
  { routes: linkifierRoutes, snapshot: [linkifiersSnapshot, filtersSnapshot] },
  { routes: playgroundRoutes, snapshot: [playgroundsSnapshot] },
  {
    routes: pushRoutes,
    snapshot: [pushDevicesSnapshot],
    jobs: [introducing, ...deliveryJobs, sweepNotices],
    notifications: [pushChannel],
  },
  { routes: webPushRoutes, jobs: webPushJobs },
  { routes: uploadRoutes, files: uploadAddresses, jobs: uploadJobs },
  { routes: exportRoutes, files: exportAddresses, jobs: exportJobs },
];

const registration: Feature = { routes: registrationRoutes(contributing.flatMap((feature) => feature.snapshot ?? [])) };

export const features: readonly Feature[] = [...contributing, registration];
