/** The examples of every chapter of the contract, in its order. Each story runs in its own copy of the company. */
import type { Story } from "../scene.ts";
import { alertWordExamples } from "./alert-words.ts";
import { auditLogExamples } from "./audit-log.ts";
import { botCommandExamples } from "./bot-commands.ts";
import { botExamples } from "./bots.ts";
import { channelFolderExamples } from "./channel-folders.ts";
import { channelExamples } from "./channels.ts";
import { customEmojiExamples } from "./custom-emoji.ts";
import { defaultChannelExamples } from "./default-channels.ts";
import { deletingExamples } from "./deleting.ts";
import { domainExamples } from "./domains.ts";
import { draftExamples } from "./drafts.ts";
import { editingExamples } from "./editing.ts";
import { erasureExamples, ownErasureExamples } from "./erasure.ts";
import { eventQueueExamples } from "./event-queues.ts";
import { exportExamples } from "./exports.ts";
import { groupExamples } from "./groups.ts";
import { importExamples } from "./imports.ts";
import { invitationExamples } from "./invitations.ts";
import { linkifierExamples } from "./linkifiers.ts";
import { messageExamples } from "./messages.ts";
import { mutedUserExamples } from "./muted-users.ts";
import { navigationViewExamples } from "./navigation-views.ts";
import { onboardingExamples } from "./onboarding.ts";
import { organizationExamples } from "./organization.ts";
import { overviewExamples } from "./overview.ts";
import { playgroundExamples } from "./playgrounds.ts";
import { presenceExamples } from "./presence.ts";
import { profileFieldExamples } from "./profile-fields.ts";
import { pushExamples } from "./push.ts";
import { reactionExamples } from "./reactions.ts";
import { readStateExamples } from "./read-state.ts";
import { reminderExamples } from "./reminders.ts";
import { reportExamples } from "./reports.ts";
import { savedSnippetExamples } from "./saved-snippets.ts";
import { scheduledMessageExamples } from "./scheduled-messages.ts";
import { secondFactorExamples } from "./second-factors.ts";
import { settingsExamples } from "./settings.ts";
import { submessageExamples } from "./submessages.ts";
import { summaryExamples } from "./summaries.ts";
import { topicExamples } from "./topics.ts";
import { typingExamples } from "./typing.ts";
import { uploadExamples } from "./uploads.ts";
import { userStatusExamples } from "./user-status.ts";
import { userExamples } from "./users.ts";

export const stories: readonly Story[] = [
  messageExamples,
  readStateExamples,
  editingExamples,
  deletingExamples,
  reactionExamples,
  draftExamples,
  savedSnippetExamples,
  submessageExamples,
  summaryExamples,
  typingExamples,
  reportExamples,
  scheduledMessageExamples,
  reminderExamples,
  topicExamples,
  channelExamples,
  channelFolderExamples,
  defaultChannelExamples,
  uploadExamples,
  userExamples,
  secondFactorExamples,
  userStatusExamples,
  profileFieldExamples,
  presenceExamples,
  alertWordExamples,
  mutedUserExamples,
  navigationViewExamples,
  onboardingExamples,
  pushExamples,
  botExamples,
  botCommandExamples,
  invitationExamples,
  groupExamples,
  settingsExamples,
  organizationExamples,
  domainExamples,
  customEmojiExamples,
  linkifierExamples,
  playgroundExamples,
  erasureExamples,
  ownErasureExamples,
  exportExamples,
  importExamples,
  auditLogExamples,
  overviewExamples,
  eventQueueExamples,
];
