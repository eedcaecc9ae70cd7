/** Every migration, in order. The names are recorded in the database: a released one is never renamed. */
import * as organizations from "./0001-organizations.ts";
import * as usersAndGroups from "./0002-users-and-groups.ts";
import * as eventsAndJobs from "./0003-events-and-jobs.ts";
import * as channels from "./0004-channels.ts";
import * as messages from "./0005-messages.ts";
import * as reactionsAndEdits from "./0006-reactions-and-edits.ts";
import * as whatMessagesHold from "./0007-what-messages-hold.ts";
import * as searchAndNarrows from "./0008-search-and-narrows.ts";
import * as readState from "./0009-read-state.ts";
import * as userTopic from "./0011-user-topic.ts";
import * as uploads from "./0012-uploads.ts";
import * as builtInBotsAndSubmessages from "./0013-built-in-bots-and-submessages.ts";
import * as foldersAndDefaultGroups from "./0014-folders-and-default-groups.ts";
import * as userActivity from "./0015-user-activity.ts";
import * as namedGroups from "./0016-named-groups.ts";
import * as profiles from "./0018-profiles.ts";
import * as whatPeopleAndOrganizationsAdd from "./0019-what-people-and-organizations-add.ts";
import * as organizationDeletion from "./0020-organization-deletion.ts";
import * as sessionsAndLinks from "./0021-sessions-and-links.ts";
import * as invitations from "./0022-invitations.ts";
import * as botsAndExports from "./0023-bots-and-exports.ts";
import * as steadyPlans from "./0024-steady-plans.ts";
import * as personalNotes from "./0025-personal-notes.ts";
import * as scheduledMessagesAndReminders from "./0026-scheduled-messages-and-reminders.ts";
import * as lanesOfJobs from "./0027-lanes-of-jobs.ts";
import * as missedMessages from "./0028-missed-messages.ts";
import * as push from "./0029-push.ts";
import * as confirmationsAndVersions from "./0030-confirmations-and-versions.ts";
import * as searchByPlace from "./0032-search-by-place.ts";
import * as toldInPortions from "./0036-told-in-portions.ts";
import * as setUp from "./0037-set-up.ts";
import * as sentOnce from "./0038-sent-once.ts";
import * as namesByWhatIsVisible from "./0050-names-by-what-is-visible.ts";
import * as editsAsRows from "./0058-edits-as-rows.ts";
import * as unverifiedAddresses from "./0060-unverified-addresses.ts";
import * as givenHistory from "./0081-given-history.ts";
import * as referencesAreIndexed from "./0086-references-are-indexed.ts";
import * as devicesOfSessions from "./0087-devices-of-sessions.ts";
import * as playgroundsByKnownNames from "./0088-playgrounds-by-known-names.ts";
import * as readExceptions from "./0089-read-exceptions.ts";
import * as auditLog from "./0090-audit-log.ts";
import * as secondFactors from "./0091-second-factors.ts";
import * as passkeys from "./0092-passkeys.ts";
import * as legalHolds from "./0093-legal-holds.ts";
import * as erasure from "./0094-erasure.ts";
import * as personalExports from "./0095-personal-exports.ts";
import * as activityByDay from "./0096-activity-by-day.ts";
import * as identityProviders from "./0097-identity-providers.ts";
import * as addressesByLetters from "./0098-addresses-by-letters.ts";
import * as requestsOfJobs from "./0099-requests-of-jobs.ts";
import * as imports from "./0100-imports.ts";
import * as unlinkedProviders from "./0101-unlinked-providers.ts";
import * as passedOnInvitations from "./0102-passed-on-invitations.ts";
import * as webhookDeliveries from "./0103-webhook-deliveries.ts";
import * as botCommands from "./0104-bot-commands.ts";
import * as feeds from "./0105-feeds.ts";
import * as emailAddressesOfChannels from "./0107-email-addresses-of-channels.ts";
import * as uploadedImports from "./0108-uploaded-imports.ts";
import * as announcedImports from "./0109-announced-imports.ts";
import * as importedItemsByLocalId from "./0111-imported-items-by-local-id.ts";
import * as changedPreferences from "./0112-changed-preferences.ts";
import * as botsByOrganization from "./0113-bots-by-organization.ts";
import * as topicsOfConversations from "./0114-topics-of-conversations.ts";

export const migrations = {
  "0001-organizations": organizations,
  "0002-users-and-groups": usersAndGroups,
  "0003-events-and-jobs": eventsAndJobs,
  "0004-channels": channels,
  "0005-messages": messages,
  "0006-reactions-and-edits": reactionsAndEdits,
  "0007-what-messages-hold": whatMessagesHold,
  "0008-search-and-narrows": searchAndNarrows,
  "0009-read-state": readState,
  "0011-user-topic": userTopic,
  "0012-uploads": uploads,
  "0013-built-in-bots-and-submessages": builtInBotsAndSubmessages,
  "0014-folders-and-default-groups": foldersAndDefaultGroups,
  "0015-user-activity": userActivity,
  "0016-named-groups": namedGroups,
  "0018-profiles": profiles,
  "0019-what-people-and-organizations-add": whatPeopleAndOrganizationsAdd,
  "0020-organization-deletion": organizationDeletion,
  "0021-sessions-and-links": sessionsAndLinks,
  "0022-invitations": invitations,
  "0023-bots-and-exports": botsAndExports,
  "0024-steady-plans": steadyPlans,
  "0025-personal-notes": personalNotes,
  "0026-scheduled-messages-and-reminders": scheduledMessagesAndReminders,
  "0027-lanes-of-jobs": lanesOfJobs,
  "0028-missed-messages": missedMessages,
  "0029-push": push,
  "0030-confirmations-and-versions": confirmationsAndVersions,
  "0032-search-by-place": searchByPlace,
  "0036-told-in-portions": toldInPortions,
  "0037-set-up": setUp,
  "0038-sent-once": sentOnce,
  "0050-names-by-what-is-visible": namesByWhatIsVisible,
  "0058-edits-as-rows": editsAsRows,
  "0060-unverified-addresses": unverifiedAddresses,
  "0081-given-history": givenHistory,
  "0086-references-are-indexed": referencesAreIndexed,
  "0087-devices-of-sessions": devicesOfSessions,
  "0088-playgrounds-by-known-names": playgroundsByKnownNames,
  "0089-read-exceptions": readExceptions,
  "0090-audit-log": auditLog,
  "0091-second-factors": secondFactors,
  "0092-passkeys": passkeys,
  "0093-legal-holds": legalHolds,
  "0094-erasure": erasure,
  "0095-personal-exports": personalExports,
  "0096-activity-by-day": activityByDay,
  "0097-identity-providers": identityProviders,
  "0098-addresses-by-letters": addressesByLetters,
  "0099-requests-of-jobs": requestsOfJobs,
  "0100-imports": imports,
  "0101-unlinked-providers": unlinkedProviders,
  "0102-passed-on-invitations": passedOnInvitations,
  "0103-webhook-deliveries": webhookDeliveries,
  "0104-bot-commands": botCommands,
  "0105-feeds": feeds,
  "0107-email-addresses-of-channels": emailAddressesOfChannels,
  "0108-uploaded-imports": uploadedImports,
  "0109-announced-imports": announcedImports,
  "0111-imported-items-by-local-id": importedItemsByLocalId,
  "0112-changed-preferences": changedPreferences,
  "0113-bots-by-organization": botsByOrganization,
  "0114-topics-of-conversations": topicsOfConversations,
};

export type MigrationName = keyof typeof migrations;
