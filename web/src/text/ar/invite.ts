/** The dialog that invites people. */
import type { invite as english } from "../en/invite.ts";
import type { Translated } from "../translated.ts";

export const invite: Translated<typeof english> = {
  emails: "عنوان بريد إلكتروني أو أكثر",
  expires: "مدة الصلاحية",
  day: "يوم واحد",
  tenDays: "10 أيام",
  month: "30 يومًا",
  never: "بلا انتهاء",
  role: "الدور",
  channels: "القنوات التي ينضمون إليها",
  link: "رابط",
  makeLink: "إنشاء رابط",
  send: "دعوة",
  sendMany:
    "{count, plural, zero {دعوة} one {دعوة شخص واحد} two {دعوة شخصين} few {دعوة # أشخاص} many {دعوة # شخصًا} other {دعوة # شخص}}",
  noMail: "لا يرسل هذا الخادم بريدًا إلكترونيًا. ستحصل على رابط لكل عنوان لتسلّمه بنفسك.",
  noMailNotice: "لا يرسل هذا الخادم بريدًا إلكترونيًا: ينضم الأشخاص بروابط تسلّمها إليهم.",
  howToSendMail: "كيفية إرسال البريد الإلكتروني",
  dismiss: "إغلاق",
  passOn: "أرسل إلى كل شخص رابطه. تجد الروابط أيضًا في قائمة الدعوات المفتوحة.",
  passOnByOwner: "تمت الدعوة. لا يرسل هذا الخادم بريدًا إلكترونيًا: اطلب من أحد المالكين تسليم الروابط.",
  onlyHere: "لا تعمل هذه الروابط إلا على هذا الحاسوب، لأن PARLEY_URL غير مضبوط على الخادم.",
  copy: "نسخ",
  copied: "تم نسخ الرابط.",
  done: "تم",
  sent: "{count, plural, zero {لم تُرسل أي دعوة.} one {تم إرسال دعوة واحدة.} two {تم إرسال دعوتين.} few {تم إرسال # دعوات.} many {تم إرسال # دعوة.} other {تم إرسال # دعوة.}}",
};
