/** The left sidebar: its rows, their menus, and its foot. */
import type { sidebar as english } from "../en/sidebar.ts";
import type { Translated } from "../translated.ts";

export const sidebar: Translated<typeof english> = {
  newMessage: "新建消息",
  jump: "跳转或搜索",
  filter: "按名称筛选",
  nothingFound: "没有匹配项",
  pinned: "已置顶",
  otherChannels: "其他频道",
  inactive: "不活跃",
  fewer: "收起",
  browseChannels: "所有频道",
  named: "{name}，{state}",
  resolved: "已解决",
  followed: "已关注",
  moreAbout: "{name} 的更多选项",
  topicsOf: "{name} 中的话题",
  moreTopics: "{count, plural, other {另外 # 个话题}}",
  allTopics: "所有话题",
  settings: "设置",
  setStatus: "设置状态",
  resize: "侧边栏宽度",
};
