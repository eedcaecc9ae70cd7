import { inChinese } from "../../../../kernel/counts.ts";
import { plainly, quote } from "../../markup.ts";
import type { ChannelKind, TopicsPolicy } from "../channels.ts";
import type { ChannelNotices } from "../english/channels.ts";
import { GAP, listed } from "./spacing.ts";

const KINDS: Record<ChannelKind, string> = {
  "web-public": "对互联网公开",
  public: "公开",
  "private, shared": "私有，共享历史消息",
  "private, protected": "私有，受保护的历史消息",
};

const POLICIES: Record<TopicsPolicy, string> = {
  inherit: "与组织设置一致",
  allow_empty_topic: "话题可选",
  disable_empty_topic: "话题必填",
  empty_topic_only: "不使用话题",
};

const days = (count: number | null) => (count === null ? "永久" : inChinese(count, { other: "# 天" }));

export const chineseChannels: ChannelNotices = {
  eventsTopic: "频道动态",
  newChannelsTopic: "新频道",
  systemGroups: {
    "role:nobody": "无人",
    "role:owners": "所有者",
    "role:administrators": "管理员",
    "role:moderators": "协管员",
    "role:fullmembers": "正式成员",
    "role:members": "成员",
    "role:everyone": "所有人",
    "role:internet": "互联网上的所有人",
  },

  created: (who, kind, description) =>
    `${who} 创建了此频道（**${KINDS[kind]}**）。${
      description === "" ? "暂无描述。" : `描述：\n\n${quote(description)}`
    }`,
  announced: (who, channels) => `${who} 创建了新频道：${GAP}${listed(channels)}。`,
  subscribed: (who, channels) =>
    channels.length === 1
      ? `${who} 将你加入了 ${channels[0]}。`
      : `${who} 将你加入了以下频道：\n\n${channels.map((channel) => `* ${channel}`).join("\n")}`,
  renamed: (who, old, now) => `${who} 将此频道从 **${plainly(old)}** 重命名为 **${plainly(now)}**。`,
  described: (who, old, now) =>
    `${who} 更改了此频道的描述。\n\n更改前：\n\n${quote(old || "（无）")}\n\n更改后：\n\n${quote(now || "（无）")}`,
  kindChanged: (who, old, now) => `${who} 更改了此频道的访问范围：从 **${KINDS[old]}** 改为 **${KINDS[now]}**。`,
  postersChanged: (who, old, now) =>
    `${who} 更改了谁可以在此发言。\n\n* 更改前：${GAP}${listed(old)}\n* 更改后：${GAP}${listed(now)}`,
  retentionChanged: (who, old, now) =>
    `${who} 更改了此处消息的保留时间。\n\n* 更改前：${days(old)}\n* 更改后：${days(now)}\n\n${
      now === null ? "此处的消息不再自动删除。" : `此处的消息将在发送 ${days(now)}后删除。`
    }`,
  topicsPolicyChanged: (who, old, now) =>
    `${who} 更改了此处的话题规则。\n\n* 更改前：${POLICIES[old]}\n* 更改后：${POLICIES[now]}`,
  folderChanged: (who, folder) =>
    folder === undefined ? `${who} 将此频道移出了文件夹。` : `${who} 将此频道移到了文件夹 **${folder}**。`,
  archived: (name) => `频道 **${plainly(name)}** 已归档。`,
  unarchived: (name) => `频道 **${plainly(name)}** 已取消归档。`,
};
