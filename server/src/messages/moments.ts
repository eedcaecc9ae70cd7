/** What happens to messages, for everything that follows from them. */
import type { Channel, ChannelRow } from "../channels/store.ts";
import type { MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { moment } from "../kernel/moments.ts";
import type { UserRow } from "../people/users/present.ts";
import type { Rendered } from "../text/markdown/render.ts";
import type { FlagsByUser } from "./mentions.ts";
import type { Attachment } from "./uploads/store.ts";

/** A message that is about to be stored, in the organization's turn. */
export interface Arriving {
  readonly rendered: Rendered;
  /** The files that it may refer to. */
  attached: readonly Attachment[];
}

export const messageArriving = moment<Arriving, WriteContext>("a message is about to be stored");

/** For the server's own bots it is nothing that somebody could have muted. */
export type PlaceToSend = ChannelRow & Partial<Pick<Channel, "is_muted" | "is_subscribed">>;

export type Conversation = { readonly channel: PlaceToSend } | { readonly participants: readonly UserRow[] };

/** A message that was stored, before its event is written. */
export interface Arrived extends Readonly<Arriving> {
  readonly id: MessageId;
  readonly content: string;
  readonly topic: string;
  readonly isTopicNew: boolean;
  readonly conversation: Conversation;
  /** Whom it points out among those whom it reached, with their flags. */
  readonly mentioned: FlagsByUser;
  /** What single readers are told beside what everybody is told of it; listeners may add to it. */
  readonly personal: Record<string, Record<string, unknown>>;
  /** What the sender is answered; listeners may add to it. */
  readonly answer: { automatic_new_visibility_policy?: number };
}

export const messageArrived = moment<Arrived, WriteContext>("a message was stored");

/** The text of a message has changed. */
export interface Rewritten {
  readonly id: MessageId;
  readonly rendered: Rendered;
  readonly traits: number;
  readonly traitsBefore: number;
  /** Whom it points out now and did not before. */
  readonly newlyMentioned: readonly UserId[];
}

export const messageRewritten = moment<Rewritten, WriteContext>("the text of a message changed");

export const messagesMoved = moment<readonly MessageId[], WriteContext>("messages were moved");

export const messagesGoing = moment<readonly MessageId[], Writing>("messages are about to be deleted");

/** What somebody has read: some messages, or everything. */
export interface Read {
  readonly userId: UserId;
  readonly messages: readonly MessageId[] | "all";
}

export const messagesRead = moment<Read, Writing>("somebody has read messages");

export const channelsLeft = moment<readonly { user_id: UserId; message_id: MessageId }[], Writing>(
  "messages were unread to people who leave their channels",
);

export const nothingUnread = moment<{ recipientId: RecipientId }, Writing>("nothing is unread in a channel any more");
