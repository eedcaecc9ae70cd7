/** Inbox, Recent, topics, and what is kept to be sent later. */
import type { lists as english } from "../en/lists.ts";
import type { Translated } from "../translated.ts";

export const lists: Translated<typeof english> = {
  inboxSummary: "{conversations, plural, other {# 个对话}}中有 {count, plural, other {# 条未读}}",
  olderNotListed: "更早的未读消息未列出。",
  caughtUp: "你已读完所有消息。",
  nothingUnread: "没有未读消息。按快捷键查看最近对话：",
  openRecent: "最近对话",
  nothingHere: "没有匹配的未读消息。",
  filterLabel: "显示",
  all: "全部",
  followedOnly: "已关注",
  forYou: "与你有关",
  pinned: "已置顶",
  otherChannels: "其他频道",
  muted: "已静音",
  filter: "筛选",
  filterByName: "按名称筛选",
  resolved: "已解决",
  followed: "已关注",
};
