/** The left sidebar: its rows, their menus, and its foot. */
import type { sidebar as english } from "../en/sidebar.ts";
import type { Translated } from "../translated.ts";

export const sidebar: Translated<typeof english> = {
  newMessage: "رسالة جديدة",
  jump: "انتقال أو بحث",
  filter: "تصفية حسب الاسم",
  nothingFound: "لا توجد نتائج",
  pinned: "المثبّتة",
  otherChannels: "قنوات أخرى",
  inactive: "غير النشطة",
  fewer: "عرض أقل",
  browseChannels: "كل القنوات",
  named: "{name}، {state}",
  resolved: "محلول",
  followed: "متابَع",
  moreAbout: "خيارات أخرى: {name}",
  topicsOf: "المواضيع في {name}",
  moreTopics:
    "{count, plural, zero {لا مواضيع أخرى} one {موضوع آخر} two {موضوعان آخران} few {# مواضيع أخرى} many {# موضوعًا آخر} other {# موضوع آخر}}",
  allTopics: "كل المواضيع",
  settings: "الإعدادات",
  setStatus: "تعيين حالتك",
  resize: "اتساع الشريط الجانبي",
};
