/** Moments in the life of a message, for other features to listen to. */
import type { Channel, ChannelRow } from "../channels/store.ts";
import type { MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../kernel/context.ts";
import { moment } from "../kernel/moments.ts";
import type { UserRow } from "../people/users/present.ts";
import type { Rendered } from "../text/markdown/render.ts";
import type { FlagsByUser } from "./mentions.ts";
import type { Attachment } from "./uploads/store.ts";

/** A message that is about to be stored, while the organization is locked. */
export interface Arriving {
  readonly rendered: Rendered;
  /** The files that the message may claim. */
  attached: readonly Attachment[];
}

export const messageArriving = moment<Arriving, WriteContext>("a message is about to be stored");

/** The built-in bots' view of a channel has no personal settings. */
export type PlaceToSend = ChannelRow & Partial<Pick<Channel, "is_muted" | "is_subscribed">>;

export type Conversation = { readonly channel: PlaceToSend } | { readonly participants: readonly UserRow[] };

/** A stored message, before its event is written. */
export interface Arrived extends Readonly<Arriving> {
  readonly id: MessageId;
  readonly content: string;
  readonly topic: string;
  readonly isTopicNew: boolean;
  readonly conversation: Conversation;
  /** The mentioned recipients, with their flags. */
  readonly mentioned: FlagsByUser;
  /** Additional event fields for individual readers; listeners can add to them. */
  readonly personal: Record<string, Record<string, unknown>>;
  /** Additional fields of the response to the sender; listeners can add to them. */
  readonly answer: { automatic_new_visibility_policy?: number };
}

export const messageArrived = moment<Arrived, WriteContext>("a message was stored");

/** A message whose text has changed. */
export interface Rewritten {
  readonly id: MessageId;
  readonly rendered: Rendered;
  readonly traits: number;
  readonly traitsBefore: number;
  /** Users who are mentioned now and were not before. */
  readonly newlyMentioned: readonly UserId[];
}

export const messageRewritten = moment<Rewritten, WriteContext>("the text of a message changed");

export const messagesMoved = moment<readonly MessageId[], WriteContext>("messages were moved");

export const messagesGoing = moment<readonly MessageId[], Writing>("messages are about to be deleted");

/** The messages that a user has read, or all of them. */
export interface Read {
  readonly userId: UserId;
  readonly messages: readonly MessageId[] | "all";
}

export const messagesRead = moment<Read, Writing>("somebody has read messages");

export const channelsLeft = moment<readonly { user_id: UserId; message_id: MessageId }[], Writing>(
  "messages were unread to people who leave their channels",
);

export const nothingUnread = moment<{ recipientId: RecipientId }, Writing>("nothing is unread in a channel any more");
