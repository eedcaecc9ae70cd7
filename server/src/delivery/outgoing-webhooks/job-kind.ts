import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { jobKind } from "../../kernel/jobs/job-kind.ts";
import type { Trigger } from "./contract.ts";

export interface CallToMake {
  readonly bot_id: UserId;
  readonly message_id: MessageId;
  readonly trigger: Trigger;
  /** Set if the bot sees the message only because it is mentioned: the message's channel. */
  readonly called_into?: ChannelId;
}

export const callWebhook = jobKind<CallToMake>("call_webhook", "webhook");
