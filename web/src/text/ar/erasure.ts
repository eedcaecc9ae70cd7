/** Erasing people, and what people do with their own data. */
import type { erasure as english } from "../en/erasure.ts";
import type { Translated } from "../translated.ts";

export const erasure: Translated<typeof english> = {
  title: "بياناتك",
  export: "تصدير بياناتك",
  exportHelp:
    "ملفك الشخصي وإعداداتك ورسائلك وتفاعلاتك وملفاتك في أرشيف واحد. تصلك رسالة عندما يصبح جاهزًا، ويمكنك تنزيله لمدة أسبوع.",
  exportAction: "بدء التصدير",
  exportPending: "يجري إعداد التصدير…",
  exportReady: "صُدّر {when}، {size}. يُحذف {expires}.",
  exportFailed: "فشل التصدير الأخير. حاول مرة أخرى.",
  download: "تنزيل",
  delete: "حذف الحساب",
  deleteHelp: "يُمحى اسمك وبريدك الإلكتروني وصورتك وإعداداتك وكل ما هو محفوظ عنك. لا يمكن التراجع عن ذلك.",
  deleteNotAllowed: "لا تسمح مؤسستك للأشخاص بحذف حساباتهم. اسأل أحد المالكين.",
  deleteAction: "حذف…",
  deleteQuestion: "هل تريد حذف حسابك؟",
  deleteConfirm: "حذف الحساب",
  deleteNote:
    "يُمحى اسمك وبريدك الإلكتروني وصورتك وإعداداتك وجلساتك وروبوتاتك نهائيًا، ويُسجَّل خروجك من كل مكان. أكّد أنك أنت.",
  ownKept: "تبقى رسائلك تحت حساب بلا اسم.",
  ownRemoved: "تُزال كل رسائلك وتفاعلاتك وملفاتك.",
  ownReassigned: "تبقى رسائلك في القنوات دون ذكر مرسلها. وتبقى رسائلك المباشرة تحت حساب بلا اسم.",
  eraseQuestion: "هل تريد محو بيانات {name}؟",
  eraseConfirm: "محو",
  eraseNote:
    "يُمحى اسم {name} وبريده الإلكتروني وصورته وإعداداته وجلساته وروبوتاته نهائيًا. يبقى ما كتبه الآخرون. لا يمكن التراجع عن ذلك.",
  messages: "الرسائل",
  kept: "إبقاء تحت حساب بلا اسم",
  removed: "إزالة مع التفاعلات والملفات",
  reassigned: "إبقاء في القنوات دون ذكر المرسل",
  erased: "يجري محو بيانات {name}.",
};
