/** The page of channel folders. */
import type { folders as english } from "../en/folders.ts";
import type { Translated } from "../translated.ts";

export const folders: Translated<typeof english> = {
  about: "كيف تُجمَع القنوات في الشريط الجانبي لدى الجميع.",
  title: "المجلدات",
  help: "بترتيب الشريط الجانبي. تكون القناة في مجلد واحد، أو خارج المجلدات.",
  create: "مجلد جديد",
  createWords: "مجلد قنوات إنشاء مجموعة شريط جانبي ترتيب",
  none: "لا توجد مجلدات بعد.",
  edit: "تعديل المجلد",
  editNamed: "تعديل {name}",
  actions: "إجراءات {name}",
  moveUp: "نقل {name} إلى أعلى",
  moveDown: "نقل {name} إلى أسفل",
  addChannel: "إضافة قناة…",
  addChannelTo: "إضافة قناة إلى {name}",
  archive: "أرشفة المجلد",
  notEmpty: "أزِل قنواته أولًا.",
  archived: "المجلدات المؤرشفة",
  unarchive: "إلغاء الأرشفة",
  unarchiveNamed: "إلغاء أرشفة {name}",
  loose: "قنوات خارج المجلدات",
  looseWords: "إعدادات قنوات قائمة",
  noneLoose: "كل القنوات في مجلدات.",
};
