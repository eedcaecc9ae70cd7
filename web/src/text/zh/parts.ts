/** Parts that every screen shares. */
import type { parts as english } from "../en/parts.ts";
import type { Translated } from "../translated.ts";

export const parts: Translated<typeof english> = {
  close: "关闭",
  cancel: "取消",
  undo: "撤销",
  tryAgain: "重试",
  more: "更多",
  unread: "{count, plural, other {# 条未读}}",
  someUnread: "未读",
  manyUnread: "超过 999 条未读",
  withMention: "{unread}，其中有提及你的消息",
  many: "999+",
  some: "•",
  active: "在线",
  idle: "空闲",
  deactivated: "{name}（已停用）",
  place: "{channel} › {topic}",
  unknownPerson: "未知用户",
  stillLoading: "仍在加载",
  loading: "正在加载",
  broken: "无法显示此部分。",
  notLoaded: "Parley 的一部分无法加载。",
  bot: "机器人",
  notReached: "无法连接服务器。未作任何更改。",
};
