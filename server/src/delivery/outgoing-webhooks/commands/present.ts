import type { ClientProfile } from "../../../kernel/api/index.ts";
import { shownTopic } from "../../../text/topics.ts";
import type { CommandAnswer } from "./contract.ts";
import type { AnsweredCall } from "./store.ts";

export const presentAnswer = (call: AnsweredCall): CommandAnswer => ({
  call_id: call.id,
  message_id: call.answer_message_id,
  bot_id: call.bot_id,
  command: call.command,
  arguments: call.arguments,
  stream_id: call.channel_id,
  topic: call.topic,
  user_ids: call.user_ids,
  expires_at: call.expires_at,
});

export const answerShownTo = ({ capabilities }: ClientProfile, { topic, ...answer }: CommandAnswer): CommandAnswer => ({
  ...answer,
  topic: topic === null ? null : shownTopic(topic, capabilities.empty_topic_name),
});
