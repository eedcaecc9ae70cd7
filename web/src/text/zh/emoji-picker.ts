/** What is in the emoji picker. */
import type { emojiPicker as english } from "../en/emoji-picker.ts";
import type { Translated } from "../translated.ts";

export const emojiPicker: Translated<typeof english> = {
  search: "搜索表情",
  frequent: "常用",
  custom: "自定义",
  smileys: "笑脸与情感",
  people: "人物与身体",
  nature: "动物与自然",
  food: "食物与饮料",
  travel: "旅行与地点",
  activities: "活动",
  objects: "物品",
  symbols: "符号",
  flags: "旗帜",
  found: "搜索结果",
  none: "没有匹配的表情。",
  tones: "肤色",
  noTone: "默认肤色",
  lightTone: "浅",
  mediumLightTone: "中浅",
  mediumTone: "中等",
  mediumDarkTone: "中深",
  darkTone: "深",
  hint: "Enter 选择，Shift Enter 选择后不关闭",
};
