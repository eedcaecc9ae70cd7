/** Branded ids: a channel's id cannot be passed where a user's is expected. */
import { type Field, int } from "./fields.ts";

export type Id<K extends string> = number & { readonly __id?: K };
export type RealmId = Id<"realm">;
export type UserId = Id<"user">;
export type GroupId = Id<"group">;
export type ChannelId = Id<"channel">;
export type TopicId = Id<"topic">;
export type RecipientId = Id<"recipient">;
export type MessageId = Id<"message">;
export type SessionId = Id<"session">;
export type AttachmentId = Id<"attachment">;

export const userId: Field<UserId, false, true> = int<UserId>();
export const groupId: Field<GroupId, false, true> = int<GroupId>();
export const channelId: Field<ChannelId, false, true> = int<ChannelId>();
export const messageId: Field<MessageId, false, true> = int<MessageId>();

/** UNIX seconds. */
export const timestamp = (): Field<number, false, true> => int();
