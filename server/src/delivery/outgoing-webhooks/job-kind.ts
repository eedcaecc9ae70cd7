import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { jobKind } from "../../kernel/jobs/job-kind.ts";
import type { Trigger } from "./contract.ts";

export interface CallToMake {
  readonly bot_id: UserId;
  readonly message_id: MessageId;
  readonly trigger: Trigger;
  /** The channel of a message that reaches the bot only because it mentions it. */
  readonly called_into?: ChannelId;
}

export const callWebhook = jobKind<CallToMake>("call_webhook");
