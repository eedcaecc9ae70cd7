/** The data integrity rules that features rely on, checked on both engines. */
import * as channels from "./invariants/channels.ts";
import type { Invariant } from "./invariants/invariant.ts";
import * as messages from "./invariants/messages.ts";
import * as organization from "./invariants/organization.ts";
import * as people from "./invariants/people.ts";

export const invariants: readonly Invariant[] = [
  organization.positions,
  organization.progress,
  messages.topics,
  messages.firstMessages,
  channels.periods,
  messages.recipients,
  messages.participants,
  messages.newestDirect,
  messages.topicMentions,
  messages.readExceptions,
  messages.histories,
  people.presence,
  messages.searchIndex,
  organization.systemGroups,
  people.systemBots,
  channels.channelSettings,
  channels.channelKinds,
  channels.folders,
  people.invitations,
  organization.groupSettings,
  organization.nesting,
  organization.realmSettings,
  organization.owners,
  organization.defaults,
  organization.deletions,
  organization.uploadSpace,
  organization.uploadClaims,
  people.avatars,
  people.profileValues,
  people.bots,
  people.personalNotes,
  people.scheduled,
];
