/** The menus of the organization, of oneself, and for help. */
import type { menus as english } from "../en/menus.ts";
import type { Translated } from "../translated.ts";

export const menus: Translated<typeof english> = {
  organizationMenu: "قائمة المؤسسة",
  personalMenu: "القائمة الشخصية",
  helpMenu: "قائمة المساعدة",
  invite: "دعوة أشخاص",
  filter: "تصفية الشريط الجانبي",
  channels: "القنوات",
  groups: "المجموعات",
  organization: "إعدادات المؤسسة",
  themeSystem: "مثل النظام",
  themeLight: "السمة الفاتحة",
  themeDark: "السمة الداكنة",
  help: "مركز المساعدة",
  keys: "اختصارات لوحة المفاتيح",
  formatting: "تنسيق الرسائل",
  operators: "عوامل البحث",
  aboutParley: "حول Parley",
  yourCard: "ملفك الشخصي",
  signOut: "تسجيل الخروج",
};
