/** The right panel. */
import type { panel as english } from "../en/panel.ts";
import type { Translated } from "../translated.ts";

export const panel: Translated<typeof english> = {
  details: "详情",
  people: "用户",
  search: "搜索",
  public: "公开",
  private: "私有",
  open: "对互联网公开",
  protectedHistory: "新订阅者只能阅读加入之后发送的消息。",
  muteChannel: "将此频道静音",
  unmuteChannel: "取消此频道的静音",
  inTopic: "此话题中",
  inConversation: "此对话中",
  files: "文件",
  nearby: "{name} 中的其他话题",
  new: "{count, plural, other {# 条新消息}}",
  filterPeople: "筛选用户",
  nobody: "没有匹配项",
  conversation: "此对话中",
  channel: "此频道中",
  everyone: "所有人",
  others: "其他人",
  noSearch: "没有固定的搜索。",
  howToPin: "在面板中打开搜索，即可在浏览其他内容时将其保留在此。",
  unpin: "从面板移除搜索",
  nothingFound: "没有符合此搜索的消息。",
};
