/** The page of custom emoji. */
import type { customEmoji as english } from "../en/custom-emoji.ts";
import type { Translated } from "../translated.ts";

export const customEmoji: Translated<typeof english> = {
  about: "组织的自定义表情，可用于消息和表情回应。",
  add: "添加表情",
  addWords: "自定义表情 上传 图片 emoji",
  locked: "你没有添加表情的权限。此权限在“权限”页面设置。",
  name: "名称",
  nameHelp: "小写字母、数字和连字符。然后选择图片，图片会自动缩小。",
  choose: "上传：表情图片",
  list: "此组织的表情",
  none: "暂无表情。",
  by: "由 {author} 添加",
  removeNamed: "移除 :{name}:",
  removeTitle: "移除 :{name}:？",
  removeHelp: "已使用它的消息和表情回应仍会显示。之后无人能再使用它。",
};
