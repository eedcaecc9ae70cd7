/** The palette. */
import type { palette as english } from "../en/palette.ts";
import type { Translated } from "../translated.ts";

export const palette: Translated<typeof english> = {
  label: "跳转到对话、用户或命令，或进行搜索",
  placeholder: "跳转或搜索",
  results: "结果",
  places: "最近访问",
  conversations: "对话",
  channels: "频道",
  people: "用户",
  views: "视图",
  commands: "设置与命令",
  messages: "消息",
  searchFor: "搜索“{words}”",
  searchKey: "Ctrl Enter",
  nothing: "没有匹配项",
  found: "{count, plural, =0 {未找到结果} other {# 个结果}}",
  choose: "选择",
  open: "打开",
  actions: "操作",
};
