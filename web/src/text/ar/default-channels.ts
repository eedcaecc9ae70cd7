/** The page of default channels. */
import type { defaultChannels as english } from "../en/default-channels.ts";
import type { Translated } from "../translated.ts";

export const defaultChannels: Translated<typeof english> = {
  about: "ما يجده الأشخاص الجدد عند انضمامهم.",
  words: "مستخدمون جدد أعضاء جدد تهيئة اشتراك تلقائي قنوات افتراضية",
  help: "يُضاف الأشخاص الجدد إلى هذه القنوات تلقائيًا. ولا يتأثر الموجودون من قبل.",
  none: "لا توجد قنوات افتراضية.",
  add: "إضافة قناة افتراضية",
  groups: "حِزم القنوات",
  groupsWords: "حزم مجموعات قنوات افتراضية أعضاء جدد اختيار",
  groupsHelp: "يمكن للأشخاص الجدد اختيارها عند انضمامهم، إضافةً إلى القنوات الافتراضية.",
  createGroup: "حزمة جديدة",
  noGroups: "لا توجد حِزم بعد.",
  edit: "تعديل",
  delete: "حذف",
  deleteNamed: "حذف {name}",
  deleteQuestion: "هل تريد حذف {name}؟",
  deleteLoss: "تبقى قنواتها ومشتركوها. لن يتمكن الأشخاص الجدد من اختيار هذه الحزمة بعد ذلك.",
};
