/** The right panel. */
import type { panel as english } from "../en/panel.ts";
import type { Translated } from "../translated.ts";

export const panel: Translated<typeof english> = {
  details: "التفاصيل",
  people: "الأشخاص",
  search: "البحث",
  public: "عامة",
  private: "خاصة",
  open: "مفتوحة للويب",
  protectedHistory: "لا يقرأ المشتركون الجدد إلا الرسائل المرسلة بعد انضمامهم.",
  muteChannel: "كتم هذه القناة",
  unmuteChannel: "إلغاء كتم هذه القناة",
  inTopic: "في هذا الموضوع",
  inConversation: "في هذه المحادثة",
  files: "الملفات",
  nearby: "مواضيع مجاورة في {name}",
  new: "{count, plural, zero {لا جديد} one {رسالة جديدة} two {رسالتان جديدتان} few {# رسائل جديدة} many {# رسالة جديدة} other {# رسالة جديدة}}",
  filterPeople: "تصفية الأشخاص",
  nobody: "لا توجد نتائج",
  conversation: "في هذه المحادثة",
  channel: "في هذه القناة",
  everyone: "الجميع",
  others: "الآخرون",
  noSearch: "لا يوجد بحث مثبّت.",
  howToPin: "افتح بحثًا في اللوحة ليبقى هنا وأنت تقرأ في مكان آخر.",
  unpin: "إزالة البحث من اللوحة",
  nothingFound: "لا توجد رسائل تطابق هذا البحث.",
};
