/** The examples of every chapter of the contract, in its order. Each is a story of its own, in its own copy of the company. */
import type { Story } from "../stage.ts";
import { alertWordExamples } from "./alert-words.ts";
import { botExamples } from "./bots.ts";
import { channelFolderExamples } from "./channel-folders.ts";
import { channelExamples } from "./channels.ts";
import { customEmojiExamples } from "./custom-emoji.ts";
import { defaultChannelExamples } from "./default-channels.ts";
import { deletingExamples } from "./deleting.ts";
import { domainExamples } from "./domains.ts";
import { editingExamples } from "./editing.ts";
import { eventQueueExamples } from "./event-queues.ts";
import { exportExamples } from "./exports.ts";
import { groupExamples } from "./groups.ts";
import { invitationExamples } from "./invitations.ts";
import { linkifierExamples } from "./linkifiers.ts";
import { messageExamples } from "./messages.ts";
import { mutedUserExamples } from "./muted-users.ts";
import { organizationExamples } from "./organization.ts";
import { playgroundExamples } from "./playgrounds.ts";
import { presenceExamples } from "./presence.ts";
import { profileFieldExamples } from "./profile-fields.ts";
import { reactionExamples } from "./reactions.ts";
import { readStateExamples } from "./read-state.ts";
import { reportExamples } from "./reports.ts";
import { settingsExamples } from "./settings.ts";
import { submessageExamples } from "./submessages.ts";
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
  submessageExamples,
  typingExamples,
  reportExamples,
  topicExamples,
  channelExamples,
  channelFolderExamples,
  defaultChannelExamples,
  uploadExamples,
  userExamples,
  userStatusExamples,
  profileFieldExamples,
  presenceExamples,
  alertWordExamples,
  mutedUserExamples,
  botExamples,
  invitationExamples,
  groupExamples,
  settingsExamples,
  organizationExamples,
  domainExamples,
  customEmojiExamples,
  linkifierExamples,
  playgroundExamples,
  exportExamples,
  eventQueueExamples,
];
