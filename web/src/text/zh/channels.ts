/** What happened to channels and topics, said afterwards. */
import type { channels as english } from "../en/channels.ts";
import type { Translated } from "../translated.ts";

export const channels: Translated<typeof english> = {
  markedRead: "{count, plural, other {已将 # 条消息标记为已读。}}",
  pinned: "已置顶 {name}。",
  unpinned: "已取消置顶 {name}。",
  muted: "已将 {name} 静音。",
  unmuted: "已取消 {name} 的静音。",
  unsubscribed: "你已退订 {name}。",
  topicAsChannel: "{topic} 将沿用频道设置。",
  topicMuted: "已将 {topic} 静音。",
  topicUnmuted: "已取消 {topic} 的静音。",
  topicFollowed: "你已关注 {topic}。",
};
