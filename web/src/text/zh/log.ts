/** The message log: what stands between messages, and around them. */
import type { log as english } from "../en/log.ts";
import type { Translated } from "../translated.ts";

export const log: Translated<typeof english> = {
  messages: "消息",
  new: "{count, plural, =0 {新消息} other {# 条新消息}}",
  unreadFromHere: "{count, plural, =0 {未读消息} other {# 条未读消息}}",
  missed: "{count, plural, other {你离开期间有 # 条新消息}}",
  arrived: "{names} 发来 {count, plural, other {# 条新消息}}",
  toNewest: "{count, plural, =0 {跳到最新消息} other {# 条新消息。跳到最新消息}}",
  jumpToDate: "跳到日期",
  dayJump: "{day}。跳到日期",
  date: "日期",
  jump: "跳转",
  beginningOfTopic: "此话题的开头",
  beginningOfConversation: "此对话的开头",
  beginningOfChannel: "此频道的开头",
  beginning: "没有更早的消息",
  protected: "你加入之前的消息不会显示。",
  limited: "你的组织的套餐不包含更早的消息。",
  noOlder: "无法加载更早的消息。",
  noNewer: "无法加载更新的消息。",
  unknownChannel: "未知频道",
  you: "你",
  resolve: "标记为已解决",
  reopen: "重新打开",
  mute: "将话题静音",
  unmute: "取消话题静音",
};
