import type { DigestWords } from "./english.ts";

export const chinese: DigestWords = {
  subject: (organization) => `${organization} 的最新动态`,
  topics: "你离开期间，大家讨论了：",
  topic: (messages, people) => `${people} 人发送了 ${messages} 条消息`,
  noTopic: "（无话题）",
  channels: "新频道：",
  newcomers: (names, more) => `新用户：${names.join("、")}${more > 0 ? ` 等 ${names.length + more} 人` : ""}。`,
  hidden: (topics, channels) => `你离开期间，你的话题中有 ${topics} 个有新讨论，另有 ${channels} 个新频道。`,
  open: "继续阅读",
  because: "在你离开期间，我们每周发送一次此邮件。",
  unsubscribe: "退订此类邮件",
};
