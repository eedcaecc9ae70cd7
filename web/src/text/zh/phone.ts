/** The tabs and screens that only phones have. */
import type { phone as english } from "../en/phone.ts";
import type { Translated } from "../translated.ts";

export const phone: Translated<typeof english> = {
  tabs: "标签页",
  many: "99+",
  inbox: "收件箱",
  recent: "最近",
  channels: "频道",
  direct: "私信",
  search: "搜索",
};
