import { inChinese } from "../../../../kernel/counts.ts";
import type { MissedMessageWords } from "./english.ts";

export const chinese: MissedMessageWords = {
  direct: (name) => `与 ${name} 的私信`,
  group: (names) => `与 ${names} 的多人私信`,
  topic: (channel, topic) => `#${channel} > ${topic}`,
  noTopic: "（无话题）",
  resolved: "[已解决]",
  newMessages: "新消息",
  others: (count) => inChinese(count, { other: "另外 # 人" }),
  list: (names) => names.join("、"),
  earlier: (moment) => `${moment}，较早的消息`,
  spoiler: "（打开对话即可查看隐藏的内容。）",
  count: (messages) => inChinese(messages, { other: "你有 # 条新消息。" }),
  omitted: (messages) => inChinese(messages, { other: "另有 # 条较早的消息未显示。" }),
  reasons: {
    direct_message: "你收到了私信",
    mentioned: "有人提及了你",
    topic_wildcard_mentioned_in_followed_topic: "有人提及了你所关注话题中的所有人",
    stream_wildcard_mentioned_in_followed_topic: "有人在你关注的话题中提及了所有人",
    topic_wildcard_mentioned: "有人提及了话题中的所有人",
    stream_wildcard_mentioned: "有人提及了频道中的所有人",
    followed_topic_notify: "你关注了该话题",
    stream_notify: "你为该频道开启了邮件通知",
  },
  because: (reasons) => `你收到此邮件，是因为${reasons.join("；")}。`,
  hiddenByOrganization: "你所在的组织不允许在邮件中显示消息内容。",
  hiddenByReader: "你的设置不允许在邮件中显示消息内容。",
  open: "阅读并回复",
  reply: "如需回复，请打开对话。直接回复此邮件不会有人看到。",
  replyHere: "你也可以直接回复此邮件，回复内容会发布到对话中。",
  unsubscribe: "退订未读消息邮件",

  page: {
    titles: { missed_messages: "未读消息邮件", digest: "摘要邮件" },
    explain: "退订后将不再收到此类邮件。你可以在设置中重新开启。",
    button: "退订",
    done: "已退订",
    again: "你可以在设置中重新开启此类邮件。",
    over: "此链接无效",
    overExplained: "链接可能不完整。你也可以在设置中关闭邮件。",
  },
};
