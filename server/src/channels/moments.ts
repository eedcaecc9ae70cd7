/** What happens to channels, for whoever stands above them. */
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { moment } from "../kernel/moments.ts";
import type { ChannelRow } from "./store.ts";

/** Something that the server says in a channel. */
export interface ChannelNotice {
  readonly channel: ChannelRow;
  readonly topic: string;
  readonly text: string;
  /** Who did what it tells: their copy is read. */
  readonly readBy?: readonly UserId[];
  /** Nobody has to read it. */
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

/** Told while they are still subscribed, in a transaction that has taken its turn. */
export const subscribersLeaving = moment<readonly Leaving[], Writing>("people are about to leave channels");
