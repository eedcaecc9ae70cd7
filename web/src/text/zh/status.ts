/** The dialog for one's own status. */
import type { status as english } from "../en/status.ts";
import type { Translated } from "../translated.ts";

export const status: Translated<typeof english> = {
  title: "你的状态",
  words: "状态文本",
  placeholder: "写作到 11:30",
  emoji: "表情",
  noEmoji: "无表情",
  otherEmoji: "其他表情",
  meeting: "会议中",
  focusing: "专注中",
  lunch: "午餐中",
  commuting: "通勤中",
  remote: "居家办公",
  sick: "病假",
  away: "休假中",
  clear: "清除状态",
  save: "设置状态",
};
