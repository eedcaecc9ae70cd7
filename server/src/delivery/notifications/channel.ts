/**
 * A way to notify users about messages while they are away, other than email. A feature registers a channel, and
 * receives the users to notify.
 *
 *     export const pushChannel = notificationChannel({ name: "push", deliver: (ctx, notifications) => … });
 *     { notifications: [pushChannel] }   // in features.ts
 *
 * Only `decide.ts` decides who is notified, and why; a channel only delivers.
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
   * Called shortly after the messages were sent, in a transaction that commits once per message even if processes
   * crash: so requests to other servers must be queued as jobs. One call covers many messages and users.
   */
  deliver(ctx: InTransaction, notifications: readonly Notification[]): Promise<void>;
}

/** The notification channels that features register. */
export const notificationChannels = part<readonly NotificationChannel[]>("notification channels");

export const notificationChannel = (channel: NotificationChannel): NotificationChannel => channel;
