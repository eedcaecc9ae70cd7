/** The left sidebar: its rows, their menus, and its foot. */
import type { rowMenus as english } from "../en/row-menus.ts";
import type { Translated } from "../translated.ts";

export const rowMenus: Translated<typeof english> = {
  markRead: "تعيين كمقروء",
  newTopic: "موضوع جديد",
  pin: "تثبيت في الأعلى",
  unpin: "إلغاء التثبيت",
  mute: "كتم",
  unmute: "إلغاء الكتم",
  follow: "متابعة",
  unfollow: "إلغاء المتابعة",
  notifyOfAll: "إعلامي بكل رسالة",
  notifyAsUsual: "استخدام الإشعارات الافتراضية",
  colour: "اللون",
  colourOf: "لون {name}",
  hue: "تدرّج اللون",
  setColour: "تعيين اللون",
  copyLink: "نسخ الرابط",
  linkCopied: "تم نسخ الرابط.",
  channelSettings: "إعدادات القناة",
  unsubscribe: "إلغاء الاشتراك",
  viewCard: "عرض الملف الشخصي",
  pinView: "تثبيت في الشريط الجانبي",
  unpinView: "نقل إلى «المزيد»",
  removeView: "إزالة",
  viewPinned: "تم تثبيت {name}.",
  viewUnpinned: "تم نقل {name} إلى «المزيد».",
  viewRemoved: "تمت إزالة {name}.",
};
