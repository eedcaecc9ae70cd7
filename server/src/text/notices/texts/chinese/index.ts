import { block, quote } from "../../markup.ts";
import type { Notices } from "../english/index.ts";
import type { Report } from "../reports.ts";
import { chineseChannels } from "./channels.ts";
import { chineseFeeds } from "./feeds.ts";
import { chineseMoves } from "./moves.ts";
import { chineseReminders } from "./reminders.ts";
import { listed } from "./spacing.ts";
import { chineseWebhooks } from "./webhooks.ts";

const REASONS: Record<Report["reason"], string> = {
  spam: "垃圾信息",
  harassment: "骚扰",
  inappropriate: "不当内容",
  norms: "违反社区规范",
  other: "其他原因",
};

export const chinese: Notices = {
  channels: chineseChannels,
  feeds: chineseFeeds,
  moves: chineseMoves,
  reminders: chineseReminders,
  webhooks: chineseWebhooks,

  deletedUser: "已删除的用户",
  moderationTopic: (sender) => `关于 ${sender} 的举报`,

  list: listed,

  botMissesChannel: (bot, channel) => `你的机器人 ${bot} 尝试在频道 ${channel} 中发言，但该频道不存在。`,
  botReceivesMalformed: (bot, service) =>
    `你的机器人 ${bot} 收到了来自 ${service} 的请求，但它不是有效的 JSON，因此没有发布任何内容。`,
  botIsUnheard: (bot, channel) => `你的机器人 ${bot} 在 ${channel} 中发了言，但该频道没有订阅者。`,
  addedToGroup: (actor, group) => `${actor} 将你加入了用户组 ${group}。`,
  removedFromGroup: (actor, group) => `${actor} 将你移出了用户组 ${group}。`,

  joined: (newcomer) => `${newcomer} 加入了此组织。打个招呼吧！`,
  passwordResetLink: (administrator) =>
    `${administrator} 生成了一个用于重置你密码的链接。如果不是你要求的，请向对方询问。`,
  addressChanged: "你的邮箱地址已在设置中更改。请使用新地址登录。如果这不是你的操作，请立即告知管理员。",
  nothingToSummarize: "没有可总结的消息。",
  acceptedInvitation: (newcomer) => `${newcomer} 接受了你的邀请并已加入。`,
  welcome: (organization) =>
    [
      `你好，欢迎加入 **${organization}**！👋`,
      "这里的对话方式如下：",
      [
        "- **频道**中的每条消息都属于一个**话题**。阅读你关心的话题，其他的可以留到以后。",
        "- 想谈新的事情，就新建话题；想回复，就写在对应的话题中。",
        "- `@` 用于提及某人，`#` 用于链接到频道，`:` 用于查找表情。",
        "- 想给一个人或几个人写消息，就发一条像这样的私信。",
      ].join("\n"),
      "此消息已加星标，方便你再次找到。",
    ].join("\n\n"),
  firstSteps: {
    channels: [
      { name: "综合", description: "所有人，任何话题。" },
      { name: "试验场", description: "随便试试的地方。" },
      { name: "Parley", description: "关于本聊天工具的问题和新闻。" },
    ],
    topic: "欢迎",
    messages: [
      [
        "**话题的用法。** 频道中的每条消息都属于一个话题。这个话题是*欢迎*，位于频道 *综合* 中。",
        "请在对话所在的话题中回复；有新内容时，新建话题。话题名称用几个词就够了。",
      ].join("\n\n"),
      [
        "**如何标记为已读。** 收件箱列出你的未读消息。一条消息完整显示过后，就会成为已读。",
        "在收件箱的一行上按 `E`，会将整个对话标记为已读；在一条消息上按 `Shift+U`，会将它及其后的所有消息标记为未读。",
      ].join("\n\n"),
      [
        "**五个入门按键。**",
        [
          "- `N` 前往下一个未读对话。",
          "- `R` 回复，`C` 撰写新消息。",
          "- `Ctrl+K` 查找用户、频道、话题和命令。",
          "- `?` 显示所有键盘快捷键。",
        ].join("\n"),
        "你可以删除这些消息。",
      ].join("\n\n"),
    ],
  },
  welcomeAnswers: {
    help: "我是机器人，只懂一点点。请发给我以下任意一个词：`channels`、`topics`、`formatting`、`apps`。其他问题请询问这里的人。",
    channels:
      "**频道**是供一个团队或一项事务使用的地方。你会阅读自己订阅的频道；请浏览所有频道的列表，并订阅你关心的频道。私有频道只有其订阅者才能看到。",
    topics:
      "频道中的每条消息都属于一个**话题**，就像邮件有主题一样。有新内容时新建话题，完成后将其标记为已解决。你可以关注话题，也可以将其静音。",
    formatting: [
      "消息使用 Markdown 书写：",
      "```\n**粗体**、*斜体*、`代码`、[链接](https://example.com)\n- 列表\n> 引用\n```",
    ].join("\n\n"),
    apps: "任何支持此服务器 API 的应用都可以使用：输入此组织的地址，然后用你的邮箱地址登录。",
  },
  welcomeFromOrganization: (text) => `来自此组织管理员的消息：\n\n${block("quote", text)}`,

  scheduledMessageFailed: (planned, reason) =>
    [
      `你定于 <time:${planned}> 发送的消息未能发送：`,
      quote(reason),
      "它仍在你的[定时消息](/#scheduled)中：你可以编辑它、选择新的时间或将其删除。",
    ].join("\n\n"),

  accountDeactivated: {
    subject: (organization) => `你在 ${organization} 的账号已被停用`,
    text: (organization) => `你在 ${organization} 的账号已被停用，无法再登录。`,
    comment: "停用账号的管理员写道：",
  },

  ownDataReady: (url) => `你的数据导出已就绪：[下载](${url})。一周后会被删除。`,
  exportReady: (url) => `组织的导出文件已就绪：[下载](${url})。`,

  messageReported: ({ reporter, sender, place, reason, notes, content }) =>
    [
      "link" in place
        ? `${reporter} 举报了 ${place.link}，这条消息来自 ${sender}。`
        : `${reporter} 举报了 ${sender} 的一条私信，来自 ${place.people} 的对话。`,
      `- 原因：**${REASONS[reason]}**`,
      ...(notes === "" ? [] : ["- 备注：", quote(notes)]),
      block("spoiler 被举报的消息", content),
    ].join("\n\n"),
};
