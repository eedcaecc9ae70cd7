/** Moments in the life of a channel, for features above to listen to. */
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { moment } from "../kernel/moments.ts";
import type { ChannelRow } from "./store.ts";

/** A message that the server posts in a channel. */
export interface ChannelNotice {
  readonly channel: ChannelRow;
  readonly topic: string;
  readonly text: string;
  /** The users for whom the notice is read. */
  readonly readBy?: readonly UserId[];
  /** Whether the notice is read for everyone. */
  readonly isReadByAll?: boolean;
}

export const noticeToChannel = moment<ChannelNotice, WriteContext>("the server has something to say in a channel");

export const channelClosed = moment<{ readonly channel: ChannelRow }, WriteContext>(
  "nobody can write in a channel any more",
);

export interface Leaving {
  readonly user_id: UserId;
  readonly channel_id: ChannelId;
}

/** Happens while they are still subscribed, in a transaction that holds the lock. */
export const subscribersLeaving = moment<readonly Leaving[], Writing>("people are about to leave channels");
