/** The features: the table of contents of the server. */

import { folderRoutes } from "./channels/channel-folders/routes.ts";
import { foldersSnapshot } from "./channels/channel-folders/snapshot.ts";
import { showingSubscribers } from "./channels/deactivated.ts";
import { tellingDefaults } from "./channels/default-channels/actions.ts";
import { defaultChannelRoutes } from "./channels/default-channels/routes.ts";
import { defaultChannelsSnapshot, defaultGroupsSnapshot } from "./channels/default-channels/snapshot.ts";
import { seeingThroughGroups } from "./channels/group-sight.ts";
import { retireSilentChannels } from "./channels/jobs.ts";
import { showingSets } from "./channels/named-sets.ts";
import { channelReadingRoutes } from "./channels/read/routes.ts";
import { checkingRealmChannels } from "./channels/realm-channels.ts";
import { channelRoutes } from "./channels/routes.ts";
import { seeingByRole } from "./channels/sight.ts";
import { channelsSnapshot, subscriptionsSnapshot } from "./channels/snapshot.ts";
import { subscribingNewcomers } from "./channels/subscribe/actions.ts";
import { countTraffic } from "./channels/traffic.ts";
import { userTopicRoutes } from "./channels/user-topics/routes.ts";
import { mutedTopicsSnapshot, userTopicsSnapshot } from "./channels/user-topics/snapshot.ts";
import { incomingEmailRoutes } from "./delivery/incoming-email/routes.ts";
import { feedJobs } from "./delivery/integrations/feeds/jobs.ts";
import { feedRoutes } from "./delivery/integrations/feeds/routes.ts";
import { sweepDeliveries } from "./delivery/integrations/jobs.ts";
import { integrationRoutes } from "./delivery/integrations/routes.ts";
import { integrationsSnapshot } from "./delivery/integrations/snapshot.ts";
import { notingCauses } from "./delivery/notifications/causes.ts";
import type { NotificationChannel } from "./delivery/notifications/channel.ts";
import { digestJobs } from "./delivery/notifications/digest/jobs.ts";
import { editJobs, notifyingNewlyMentioned } from "./delivery/notifications/edits.ts";
import { unsubscribePages } from "./delivery/notifications/mail/unsubscribe.ts";
import { findWork } from "./delivery/notifications/notifier.ts";
import { commandJobs } from "./delivery/outgoing-webhooks/commands/jobs.ts";
import { commandRoutes } from "./delivery/outgoing-webhooks/commands/routes.ts";
import { botCommandsSnapshot, commandAnswersSnapshot } from "./delivery/outgoing-webhooks/commands/snapshot.ts";
import { webhookJobs } from "./delivery/outgoing-webhooks/jobs.ts";
import { outgoingWebhookRoutes } from "./delivery/outgoing-webhooks/routes.ts";
import { callingBots } from "./delivery/outgoing-webhooks/trigger.ts";
import { deliveryJobs, pushChannel, withdrawing } from "./delivery/push/deliver.ts";
import { endingRegistrations } from "./delivery/push/devices.ts";
import { withdrawingUnmentioned } from "./delivery/push/edited.ts";
import { introducing } from "./delivery/push/introduce.ts";
import { pushRoutes } from "./delivery/push/routes.ts";
import { pushDevicesSnapshot } from "./delivery/push/snapshot.ts";
import { sweepNotices } from "./delivery/push/sweep.ts";
import { webPushJobs } from "./delivery/push/web/deliver.ts";
import { webPushRoutes } from "./delivery/push/web/routes.ts";
import { erasureJobs } from "./erasure/jobs.ts";
import { erasureRoutes } from "./erasure/routes.ts";
import { announcingConsent } from "./exports/actions.ts";
import { exportAddresses } from "./exports/files.ts";
import { exportJobs } from "./exports/jobs.ts";
import { ownExportAddresses } from "./exports/own/files.ts";
import { ownExportJobs } from "./exports/own/jobs.ts";
import { ownExportRoutes } from "./exports/own/routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { importJobs } from "./imports/uploaded/jobs.ts";
import { importRoutes } from "./imports/uploaded/routes.ts";
import { endingInvitations } from "./joining/invites/open.ts";
import { invitationJobs } from "./joining/invites/reminders.ts";
import { inviteRoutes } from "./joining/invites/routes.ts";
import { providerSignInPages } from "./joining/provider-sign-in/pages.ts";
import { signUpJobs } from "./joining/sign-up/confirm.ts";
import { signUpPages } from "./joining/sign-up/pages.ts";
import { signUpRoutes } from "./joining/sign-up/routes.ts";
import { answeringNewcomers } from "./joining/welcome/answers.ts";
import { welcomeJobs } from "./joining/welcome/emails.ts";
import { welcomeAnswerJobs } from "./joining/welcome/messages.ts";
import { welcomeRoutes } from "./joining/welcome/routes.ts";
import type { Feature } from "./kernel/feature.ts";
import { fileJobs } from "./kernel/files/jobs.ts";
import { mailJobs } from "./kernel/mail/send.ts";
import { sweepLinks } from "./kernel/one-time-links/store.ts";
import { sweepSpentValues } from "./kernel/sealed/store.ts";
import { hidingSenders } from "./messages/conversations.ts";
import { deleteRoutes } from "./messages/delete/routes.ts";
import { moveJobs } from "./messages/edit/continue.ts";
import { editRoutes } from "./messages/edit/routes.ts";
import { externalAddresses } from "./messages/external-content/files.ts";
import { historyRoutes } from "./messages/history/routes.ts";
import { legalHoldRoutes } from "./messages/legal-holds/routes.ts";
import { sendingNotices } from "./messages/notices/send.ts";
import { pagePreviewJobs, previewingPages } from "./messages/page-previews/jobs.ts";
import { reactionRoutes } from "./messages/reactions/routes.ts";
import { readingOnLeaving } from "./messages/read-state/leave.ts";
import { mutingJobs, readingOnMuting } from "./messages/read-state/muting.ts";
import { readStateRoutes } from "./messages/read-state/routes.ts";
import { starredSnapshot, unreadSnapshot } from "./messages/read-state/snapshot.ts";
import { reportRoutes } from "./messages/reports/routes.ts";
import { deleteOldMessages } from "./messages/retention/job.ts";
import { messageRoutes } from "./messages/routes.ts";
import { forgetSent } from "./messages/send/once.ts";
import { messagesSnapshot, recentDirectSnapshot, searchSnapshot } from "./messages/snapshot.ts";
import { submessageRoutes } from "./messages/submessages/routes.ts";
import { summaryRoutes } from "./messages/summary/routes.ts";
import { followingTopics } from "./messages/topics/arrival.ts";
import { topicRoutes } from "./messages/topics/routes.ts";
import { typingRoutes } from "./messages/typing/routes.ts";
import { claimingFiles } from "./messages/uploads/claims.ts";
import { uploadAddresses } from "./messages/uploads/files.ts";
import { uploadJobs } from "./messages/uploads/jobs.ts";
import { uploadRoutes } from "./messages/uploads/routes.ts";
import { auditLogRoutes } from "./organization/audit-log/routes.ts";
import { customEmojiAddresses } from "./organization/custom-emoji/files.ts";
import { removeStrayImages } from "./organization/custom-emoji/jobs.ts";
import { customEmojiRoutes } from "./organization/custom-emoji/routes.ts";
import { customEmojiSnapshot } from "./organization/custom-emoji/snapshot.ts";
import { domainRoutes } from "./organization/domains/routes.ts";
import { domainsSnapshot } from "./organization/domains/snapshot.ts";
import { linkifierRoutes } from "./organization/linkifiers/routes.ts";
import { filtersSnapshot, linkifiersSnapshot } from "./organization/linkifiers/snapshot.ts";
import { countActivity } from "./organization/overview/jobs.ts";
import { overviewRoutes } from "./organization/overview/routes.ts";
import { pictureAddresses } from "./organization/pictures/files.ts";
import { removeStrayPictures } from "./organization/pictures/jobs.ts";
import { playgroundRoutes } from "./organization/playgrounds/routes.ts";
import { playgroundsSnapshot } from "./organization/playgrounds/snapshot.ts";
import { deleteOrganizations } from "./organization/realms/deactivate/delete.ts";
import { realmPictureRoutes } from "./organization/realms/pictures/routes.ts";
import { realmRoutes } from "./organization/realms/routes.ts";
import { alertWordRoutes } from "./people/alert-words/routes.ts";
import { alertWordsSnapshot } from "./people/alert-words/snapshot.ts";
import { avatarAddresses } from "./people/avatars/files.ts";
import { picturesBeginAnew } from "./people/avatars/provider.ts";
import { avatarRoutes } from "./people/avatars/routes.ts";
import { botStorageRoutes } from "./people/bot-storage/routes.ts";
import { botRoutes } from "./people/bots/routes.ts";
import { botsSnapshot, embeddedBotsSnapshot } from "./people/bots/snapshot.ts";
import { emailChangePages } from "./people/email-change/pages.ts";
import { refreshingFullMembers } from "./people/groups/actions.ts";
import { promoteFullMembers } from "./people/groups/jobs.ts";
import { groupNoticesJob } from "./people/groups/members/notices.ts";
import { groupRoutes } from "./people/groups/routes.ts";
import { groupsSnapshot } from "./people/groups/snapshot.ts";
import { jsonWebTokenRoutes } from "./people/json-web-tokens/routes.ts";
import { linkedProviderRoutes } from "./people/linked-providers/routes.ts";
import { mutedUserRoutes } from "./people/muted-users/routes.ts";
import { mutedUsersSnapshot } from "./people/muted-users/snapshot.ts";
import { onboardingRoutes } from "./people/onboarding/routes.ts";
import { onboardingSnapshot } from "./people/onboarding/snapshot.ts";
import { passwordResetJobs } from "./people/password-reset/actions.ts";
import { passwordResetPages } from "./people/password-reset/pages.ts";
import { passwordResetRoutes } from "./people/password-reset/routes.ts";
import { presenceRoutes } from "./people/presence/routes.ts";
import { presenceSnapshot } from "./people/presence/snapshot.ts";
import { profileFieldRoutes } from "./people/profile-fields/routes.ts";
import { profileFieldsSnapshot } from "./people/profile-fields/snapshot.ts";
import { checkingOwnFactor } from "./people/second-factors/required.ts";
import { secondFactorRoutes } from "./people/second-factors/routes.ts";
import { endingSessions, sweepSessions } from "./people/sessions/actions.ts";
import { sessionRoutes } from "./people/sessions/routes.ts";
import { settingsRoutes } from "./people/settings/routes.ts";
import {
  displaySettingsSnapshot,
  notificationSettingsSnapshot,
  userDefaultsSnapshot,
  userSettingsSnapshot,
} from "./people/settings/snapshot.ts";
import { signInPages } from "./people/sign-in/pages.ts";
import { signInJobs } from "./people/sign-in/record.ts";
import { signInRoutes } from "./people/sign-in/routes.ts";
import { userStatusRoutes } from "./people/user-status/routes.ts";
import { userStatusSnapshot } from "./people/user-status/snapshot.ts";
import { guestsBeginningAnew } from "./people/users/access/changes.ts";
import { userRoutes } from "./people/users/routes.ts";
import { forgettingDrafts } from "./personal/drafts/actions.ts";
import { draftRoutes } from "./personal/drafts/routes.ts";
import { draftsSnapshot } from "./personal/drafts/snapshot.ts";
import { navigationViewRoutes } from "./personal/navigation-views/routes.ts";
import { navigationViewsSnapshot } from "./personal/navigation-views/snapshot.ts";
import { reminderJobs } from "./personal/reminders/jobs.ts";
import { reminderRoutes } from "./personal/reminders/routes.ts";
import { remindersSnapshot } from "./personal/reminders/snapshot.ts";
import { savedSnippetRoutes } from "./personal/saved-snippets/routes.ts";
import { savedSnippetsSnapshot } from "./personal/saved-snippets/snapshot.ts";
import { scheduledMessageJobs } from "./personal/scheduled-messages/jobs.ts";
import { scheduledMessageRoutes } from "./personal/scheduled-messages/routes.ts";
import { scheduledMessagesSnapshot } from "./personal/scheduled-messages/snapshot.ts";
import { billingSnapshot, giphySnapshot, realmSnapshot, videoCallsSnapshot } from "./registration/organization.ts";
import { ownUserRoutes } from "./registration/own-user.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { ownAccountSnapshot, peopleSnapshot } from "./registration/users.ts";
import { setupPage } from "./set-up/page.ts";
import { firstPeoplePage } from "./set-up/people.ts";
import { emojiAddresses } from "./text/emoji/files.ts";
import { addEmojiData } from "./text/emoji/served.ts";

interface ListedFeature extends Feature {
  /** How people are notified about messages while they are away. */
  readonly notifications?: readonly NotificationChannel[];
}

const contributing: readonly ListedFeature[] = [
  {
    routes: realmRoutes,
    snapshot: [realmSnapshot, billingSnapshot, giphySnapshot, videoCallsSnapshot],
    jobs: [deleteOrganizations],
  },
  { routes: realmPictureRoutes, files: pictureAddresses, jobs: [removeStrayPictures] },
  { routes: userRoutes, snapshot: [peopleSnapshot, ownAccountSnapshot], when: [guestsBeginningAnew] },
  { routes: ownUserRoutes },
  { routes: avatarRoutes, files: avatarAddresses, when: [picturesBeginAnew] },
  { files: emojiAddresses, open: [addEmojiData] },
  { routes: profileFieldRoutes, snapshot: [profileFieldsSnapshot] },
  { routes: userStatusRoutes, snapshot: [userStatusSnapshot] },
  { routes: botRoutes, snapshot: [botsSnapshot, embeddedBotsSnapshot] },
  { routes: botStorageRoutes },
  { routes: integrationRoutes, snapshot: [integrationsSnapshot], jobs: [sweepDeliveries] },
  { routes: feedRoutes, jobs: feedJobs },
  { routes: outgoingWebhookRoutes, jobs: webhookJobs, when: [callingBots] },
  { routes: commandRoutes, snapshot: [botCommandsSnapshot, commandAnswersSnapshot], jobs: commandJobs },
  {
    routes: settingsRoutes,
    snapshot: [userSettingsSnapshot, userDefaultsSnapshot, displaySettingsSnapshot, notificationSettingsSnapshot],
  },
  {
    routes: groupRoutes,
    snapshot: [groupsSnapshot],
    jobs: [promoteFullMembers, groupNoticesJob],
    when: [refreshingFullMembers],
  },
  {
    routes: [...channelRoutes, ...channelReadingRoutes],
    snapshot: [subscriptionsSnapshot, channelsSnapshot],
    jobs: [retireSilentChannels, countTraffic],
    when: [
      checkingRealmChannels,
      seeingByRole,
      seeingThroughGroups,
      subscribingNewcomers,
      showingSubscribers,
      showingSets,
    ],
  },
  { routes: uploadRoutes, files: uploadAddresses, jobs: uploadJobs, when: claimingFiles },
  {
    routes: messageRoutes,
    snapshot: [messagesSnapshot, recentDirectSnapshot, searchSnapshot],
    jobs: [forgetSent],
    when: [followingTopics, hidingSenders, ...sendingNotices],
  },
  {
    routes: readStateRoutes,
    snapshot: [unreadSnapshot, starredSnapshot],
    jobs: mutingJobs,
    when: [...readingOnLeaving, readingOnMuting],
  },
  { routes: reactionRoutes },
  { routes: submessageRoutes },
  { routes: summaryRoutes },
  { routes: typingRoutes },
  { routes: reportRoutes },
  { routes: scheduledMessageRoutes, snapshot: [scheduledMessagesSnapshot], jobs: scheduledMessageJobs },
  { routes: reminderRoutes, snapshot: [remindersSnapshot], jobs: reminderJobs },
  { routes: editRoutes, jobs: moveJobs },
  { routes: historyRoutes },
  { routes: deleteRoutes },
  { routes: topicRoutes },
  { jobs: [deleteOldMessages] },
  { routes: legalHoldRoutes },
  { routes: erasureRoutes, jobs: erasureJobs },
  { routes: ownExportRoutes, files: ownExportAddresses, jobs: ownExportJobs },
  { jobs: pagePreviewJobs, when: previewingPages },
  { files: externalAddresses },
  { jobs: mailJobs },
  { jobs: fileJobs },
  {
    pages: unsubscribePages,
    jobs: [findWork, ...editJobs, ...digestJobs],
    when: [notifyingNewlyMentioned, notingCauses],
  },
  { routes: signInRoutes, pages: signInPages, jobs: signInJobs },
  { routes: sessionRoutes, jobs: [sweepSessions], when: [endingSessions] },
  { routes: passwordResetRoutes, pages: passwordResetPages, jobs: [...passwordResetJobs, sweepLinks] },
  { routes: secondFactorRoutes, jobs: [sweepSpentValues], when: [checkingOwnFactor] },
  { routes: linkedProviderRoutes },
  { pages: emailChangePages },
  { routes: defaultChannelRoutes, snapshot: [defaultChannelsSnapshot, defaultGroupsSnapshot], when: [tellingDefaults] },
  { routes: folderRoutes, snapshot: [foldersSnapshot] },
  { routes: userTopicRoutes, snapshot: [userTopicsSnapshot, mutedTopicsSnapshot] },
  { routes: domainRoutes, snapshot: [domainsSnapshot] },
  { routes: inviteRoutes, jobs: invitationJobs, when: endingInvitations },
  { firstPages: [setupPage], pages: [firstPeoplePage] },
  { routes: signUpRoutes, pages: signUpPages, jobs: signUpJobs },
  { routes: jsonWebTokenRoutes, pages: providerSignInPages },
  { routes: welcomeRoutes, jobs: [...welcomeJobs, ...welcomeAnswerJobs], when: [answeringNewcomers] },
  { routes: presenceRoutes, snapshot: [presenceSnapshot] },
  { routes: alertWordRoutes, snapshot: [alertWordsSnapshot] },
  { routes: mutedUserRoutes, snapshot: [mutedUsersSnapshot] },
  { routes: draftRoutes, snapshot: [draftsSnapshot], when: [forgettingDrafts] },
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
    when: [...withdrawing, withdrawingUnmentioned, ...endingRegistrations],
  },
  { routes: webPushRoutes, jobs: webPushJobs },
  { routes: incomingEmailRoutes },
  { routes: exportRoutes, files: exportAddresses, jobs: exportJobs, when: announcingConsent },
  { routes: importRoutes, jobs: importJobs },
  { routes: auditLogRoutes },
  { routes: overviewRoutes, jobs: [countActivity] },
];

const registration: ListedFeature = {
  routes: registrationRoutes(contributing.flatMap((feature) => feature.snapshot ?? [])),
};

export const features: readonly ListedFeature[] = [...contributing, registration];
