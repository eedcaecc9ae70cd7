/** Names of the views, in the sidebar, as headings and in the window's title. */
import type { views as english } from "../en/views.ts";
import type { Translated } from "../translated.ts";

export const views: Translated<typeof english> = {
  inbox: "收件箱",
  recent: "最近",
  feed: "综合消息流",
  mentions: "提及",
  starred: "星标消息",
  drafts: "草稿",
  scheduled: "定时消息",
  reminders: "提醒",
  reactions: "表情回应",
  directMessages: "私信",
  notesToSelf: "给自己的备忘",
  search: "搜索",
};
