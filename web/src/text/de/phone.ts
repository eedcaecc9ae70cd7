/** The tabs and screens that only phones have. */
import type { phone as english } from "../en/phone.ts";
import type { Translated } from "../translated.ts";

export const phone: Translated<typeof english> = {
  tabs: "Tabs",
  many: "99+",
  inbox: "Eingang",
  recent: "Zuletzt",
  channels: "Kanäle",
  direct: "Direkt",
  search: "Suche",
};
