/** Notifications, and what is told while nothing is pressed. */
import type { living as english } from "../en/living.ts";
import type { Translated } from "../translated.ts";

export const living: Translated<typeof english> = {
  saidInTopic: "{sender}，{channel} › {topic}",
  saidToSeveral: "{sender} 发给你和 {others}",
  newMessage: "新消息",
  newMessages: "{people} 发来 {count, plural, other {# 条新消息}}",
  others: "{count, plural, other {另外 # 人}}",
  askToNotify: "要开启通知吗？",
  turnOn: "开启",
  turnOnNotifications: "开启通知",
  notNow: "暂不",
  notifying: "通知已开启。",
  sendTest: "发送测试通知",
  refused: "浏览器阻止了通知。请在浏览器的此网站设置中允许通知。",
  couldNotReach: "通知仅在 Parley 打开时有效。Parley 关闭后，此浏览器无法接收通知。",
  testTitle: "通知正常",
  testBody: "消息通知将以这种形式显示。",
};
