/** What all settings pages share: their navigation, search, and what is said about a change. */
import type { settings as english } from "../en/settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english> = {
  you: "你",
  find: "查找设置",
  found: "找到的设置",
  nothingFound: "没有匹配的设置。",
  backToMessages: "返回消息",
  backToList: "所有设置",
  saved: "已保存",
  on: "开",
  off: "关",
  filter: "筛选{label}",
  showMore: "再显示 {count, plural, other {# 项}}",
  default: "默认：{value}",
  between: "请输入 {min} 到 {max} 之间的数字。",
  leaveTitle: "不保存就离开？",
  leaveHelp: "你在此页面上的更改尚未保存。",
  discard: "放弃更改",
  browserZone: "使用此设备的时区",
};
