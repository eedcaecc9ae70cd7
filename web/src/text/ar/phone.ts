/** The tabs and screens that only phones have. */
import type { phone as english } from "../en/phone.ts";
import type { Translated } from "../translated.ts";

export const phone: Translated<typeof english> = {
  tabs: "علامات التبويب",
  many: "99+",
  inbox: "الوارد",
  recent: "الأخيرة",
  channels: "القنوات",
  direct: "المباشرة",
  search: "بحث",
};
