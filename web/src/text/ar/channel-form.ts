/** A new channel, and what its settings have in common with it. */
import type { channelForm as english } from "../en/channel-form.ts";
import type { Translated } from "../translated.ts";

export const channelForm: Translated<typeof english> = {
  step: "الخطوة {step} من 2",
  name: "الاسم",
  description: "الوصف",
  whoCanRead: "من يمكنه القراءة",
  public: "كل من في {organization}",
  publicHint: "يمكن لكل الأعضاء الانضمام وقراءة كل شيء.",
  privateShared: "المشتركون فقط، مع السجل الكامل",
  privateSharedHint: "من ينضم لاحقًا يمكنه قراءة الرسائل السابقة.",
  privateProtected: "المشتركون فقط، منذ انضمامهم",
  privateProtectedHint: "من ينضم لاحقًا لا يمكنه قراءة الرسائل السابقة.",
  webPublicChoice: "الجميع على الويب",
  webPublicHint: "يمكن قراءتها دون حساب.",
  folder: "المجلد",
  noFolder: "بلا مجلد",
  next: "التالي",
  back: "رجوع",
  addPeopleHint: "إضافة أشخاص أو مجموعات",
  everyone: "إضافة الجميع",
  removePerson: "إزالة {name}",
  create: "إنشاء القناة",
  nameTaken: "توجد قناة بهذا الاسم من قبل.",
  nameMissing: "أدخل اسمًا للقناة.",
};
