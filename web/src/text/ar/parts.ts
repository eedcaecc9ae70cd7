/** Parts that every screen shares. */
import type { parts as english } from "../en/parts.ts";
import type { Translated } from "../translated.ts";

export const parts: Translated<typeof english> = {
  close: "إغلاق",
  cancel: "إلغاء",
  undo: "تراجع",
  tryAgain: "إعادة المحاولة",
  more: "المزيد",
  unread: "{count, plural, other {# غير مقروءة}}",
  someUnread: "غير مقروءة",
  manyUnread: "أكثر من 999 غير مقروءة",
  withMention: "{unread}، مع إشارة إليك",
  many: "999+",
  some: "•",
  active: "نشط",
  idle: "خامل",
  deactivated: "{name} (معطّل)",
  place: "{channel} › {topic}",
  unknownPerson: "شخص غير معروف",
  stillLoading: "ما زال التحميل جاريًا",
  loading: "جارٍ التحميل",
  broken: "تعذّر عرض هذا الجزء.",
  notLoaded: "تعذّر تحميل جزء من Parley.",
  bot: "بوت",
  notReached: "تعذّر الوصول إلى الخادم. لم يتغيّر شيء.",
};
