/** The page of custom emoji. */
import type { customEmoji as english } from "../en/custom-emoji.ts";
import type { Translated } from "../translated.ts";

export const customEmoji: Translated<typeof english> = {
  about: "رموز تعبيرية خاصة بمؤسستك، للرسائل والتفاعلات.",
  add: "إضافة رمز تعبيري",
  addWords: "رمز تعبيري مخصص إيموجي رفع صورة",
  locked: "لا يُسمح لك بإضافة رموز تعبيرية. يُحدَّد من يمكنه ذلك في صفحة الصلاحيات.",
  name: "الاسم",
  nameHelp: "أحرف لاتينية صغيرة وأرقام وشرطات. ثم اختر صورة، وستُصغَّر تلقائيًا.",
  choose: "رفع: صورة الرمز التعبيري",
  list: "الرموز التعبيرية لهذه المؤسسة",
  none: "لا يوجد أي منها بعد.",
  by: "أضافه {author}",
  removeNamed: "إزالة :{name}:",
  removeTitle: "هل تريد إزالة :{name}:؟",
  removeHelp: "يظل ظاهرًا في الرسائل والتفاعلات التي تستخدمه، ولن يتمكن أحد من استخدامه بعد ذلك.",
};
