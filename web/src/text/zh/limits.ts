/** How long something is possible or kept. */
import type { limits as english } from "../en/limits.ts";
import type { Translated } from "../translated.ts";

export const limits: Translated<typeof english> = {
  anyTime: "不限时间",
  never: "从不",
  forever: "永久",
  own: "其他时长…",
  length: "时长",
  unit: "单位",
  seconds: "秒",
  minutes: "分钟",
  hours: "小时",
  days: "天",
  forSeconds: "{amount, plural, other {# 秒}}",
  forMinutes: "{amount, plural, other {# 分钟}}",
  forHours: "{amount, plural, other {# 小时}}",
  forDays: "{amount, plural, other {# 天}}",
  wrong: "请输入大于 0 的数字。",
};
