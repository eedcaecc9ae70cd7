/**
 * A way to tell people of messages while they are away, beside mail: a feature brings one, and is handed whom to tell.
 *
 *     export const pushChannel = notificationChannel({ name: "push", deliver: (ctx, notifications) => … });
 *     { notifications: [pushChannel] }   // in features.ts
 *
 * Who is told, and why, is decided in `decide.ts` alone; a channel only delivers.
 */
import type { ChannelId, MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import type { InTransaction } from "../../kernel/context.ts";
import { part } from "../../kernel/part.ts";
import type { Trigger } from "./triggers.ts";

export interface NotifiedMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly recipient_id: RecipientId;
  /** Null for a direct message. */
  readonly channel_id: ChannelId | null;
  /** The topic; empty for a direct message. */
  readonly subject: string;
  /** UNIX seconds. */
  readonly sent_at: number;
}

export interface Notification {
  readonly userId: UserId;
  readonly message: NotifiedMessage;
  readonly trigger: Trigger;
}

export interface NotificationChannel {
  readonly name: "push";
  /**
   * Called a moment after the messages were sent, inside a transaction that happens once for each message, whatever dies
   * when: what reaches outside is queued here as a job. One call tells of many messages and many people.
   */
  deliver(ctx: InTransaction, notifications: readonly Notification[]): Promise<void>;
}

/** The channels that features bring. */
export const notificationChannels = part<readonly NotificationChannel[]>("notification channels");

export const notificationChannel = (channel: NotificationChannel): NotificationChannel => channel;
