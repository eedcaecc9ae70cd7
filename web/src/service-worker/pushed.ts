/** The server's push payloads: see `delivery/push/notification.ts` there. */
import { conversationKey } from "@parley/client";
import { encodePart } from "../address/encoding.ts";

interface ForSomebody {
  readonly user_id: number;
}

export interface PushedMessage extends ForSomebody {
  readonly type: "message";
  readonly message_id: number;
  readonly sender_full_name: string;
  readonly sender_avatar_url: string;
  readonly content: string;
  readonly channel_id?: number;
  readonly channel_name?: string;
  readonly topic?: string;
  readonly recipient_user_ids?: readonly number[];
}

export type Pushed =
  | PushedMessage
  | (ForSomebody & { readonly type: "remove"; readonly message_ids: readonly number[] })
  | (ForSomebody & { readonly type: "test" });

const othersOf = ({ recipient_user_ids = [], user_id }: PushedMessage): number[] =>
  recipient_user_ids.filter((id) => id !== user_id).sort((a, b) => a - b);

/** The page's own notifications use the same tag, so that one replaces the other. */
export function tagOf(message: PushedMessage): string {
  const { channel_id, topic } = message;
  return conversationKey(
    channel_id === undefined
      ? { type: "direct", user_ids: othersOf(message) }
      : { type: "channel", stream_id: channel_id, topic: topic ?? "" },
  );
}

export function fragmentOf(message: PushedMessage): string {
  const { channel_id, topic, message_id, user_id } = message;
  const others = othersOf(message);
  const place =
    channel_id === undefined
      ? `dm/${(others.length > 0 ? others : [user_id]).join(",")}-dm`
      : `channel/${channel_id}/topic/${encodePart(topic ?? "")}`;
  return `narrow/${place}/near/${message_id}`;
}
