/** The typing contract. */
import {
  badRequest,
  channelId,
  either,
  list,
  MAX_RECIPIENTS,
  messageId,
  notAudited,
  noted,
  oneOf,
  operation,
  optional,
  shortText,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import {
  ChannelDoesNotExist,
  InaccessibleRecipients,
  InvalidMessage,
  MayNotPost,
  MissingTopic,
  topic,
} from "../contract.ts";
import { EditingDisabled, EditTimeLimitPassed, MayNotEdit } from "../edit/contract.ts";

/** No notifications in larger channels: someone would always be typing. */
export const MAX_SUBSCRIBERS_TOLD = 100;

export const MissingTo = badRequest("Missing 'to' argument");
export const EmptyTo = badRequest("Empty 'to' list");
export const MissingChannelId = badRequest("Missing 'stream_id' argument");
export const DirectTypingDisabled = badRequest("User has disabled typing notifications for direct messages");
export const ChannelTypingDisabled = badRequest("User has disabled typing notifications for channel messages");

const op = noted<"start" | "stop", false, true>(oneOf("start", "stop"), { example: "start" });

export const setTyping = operation({
  method: "POST",
  path: "/typing",
  isLight: true,
  summary: "Report that you have started or stopped writing a message.",
  params: {
    op,
    type: withDefault(oneOf("direct", "channel", "stream"), "direct"),
    to: optional(
      either(list(userId, { max: MAX_RECIPIENTS }), list(shortText(), { max: MAX_RECIPIENTS }), shortText()),
      {
        note: "The others in a direct conversation: ids or API emails; a single one does not need a list.",
        example: [2],
      },
    ),
    stream_id: optional(channelId, { note: "The channel.", since: 215 }),
    topic: optional(topic, { note: "The topic in the channel." }),
  },
  audit: notAudited("passes in seconds"),
  response: {},
  errors: [
    MissingTo,
    EmptyTo,
    MissingChannelId,
    MissingTopic,
    DirectTypingDisabled,
    ChannelTypingDisabled,
    ChannelDoesNotExist,
    InaccessibleRecipients,
    MayNotPost,
  ],
});

export const setTypingEdit = operation({
  method: "POST",
  path: "/messages/{message_id}/typing",
  isLight: true,
  summary: "Report that you have started or stopped editing a message.",
  params: { message_id: messageId, op },
  audit: notAudited("passes in seconds"),
  response: {},
  errors: [
    InvalidMessage,
    EditingDisabled,
    MayNotEdit,
    EditTimeLimitPassed,
    DirectTypingDisabled,
    ChannelTypingDisabled,
  ],
});
