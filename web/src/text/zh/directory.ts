/** The list of channels. */
import type { directory as english } from "../en/directory.ts";
import type { Translated } from "../translated.ts";

export const directory: Translated<typeof english> = {
  title: "频道",
  subscribed: "已订阅",
  available: "未订阅",
  all: "所有频道",
  lists: "频道列表",
  filter: "按名称筛选",
  newChannel: "新建频道",
  people: "{count, plural, other {# 人}}",
  weekly: "{count, plural, other {每周 # 条消息}}",
  subscribe: "订阅",
  unsubscribe: "退订",
  archived: "已归档",
  settings: "{name} 的设置",
  none: "没有匹配的频道。",
  noneSubscribed: "你还没有订阅任何频道。",
  noneAvailable: "你已订阅所有可见的频道。",
};
