/** The card of a person. */
import type { card as english } from "../en/card.ts";
import type { Translated } from "../translated.ts";

export const card: Translated<typeof english> = {
  status: "الحالة",
  localTime: "الوقت المحلي",
  sameTime: "{time}، مثل توقيتك",
  ahead:
    "{time}، متقدّم عليك {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}",
  behind:
    "{time}، متأخر عنك {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}",
  role: "الدور",
  owner: "مالك",
  administrator: "مسؤول",
  moderator: "مشرف",
  member: "عضو",
  guest: "ضيف",
  botOwner: "المالك",
  genericBot: "بوت",
  incomingWebhook: "Webhook وارد",
  outgoingWebhook: "Webhook صادر",
  embeddedBot: "بوت مضمَّن",
  groups: "المجموعات",
  sharedChannels: "القنوات المشتركة بينكما",
  moreChannels:
    "{count, plural, zero {ولا قنوات أخرى} one {وقناة أخرى} two {وقناتان أخريان} few {و# قنوات أخرى} many {و# قناة أخرى} other {و# قناة أخرى}}",
  away: "غائب",
  message: "مراسلة",
  viewMessages: "عرض الرسائل",
  mention: "إشارة",
  mute: "كتم هذا الشخص",
  unmute: "إلغاء كتم هذا الشخص",
  isMuted: "تم كتم {name}.",
  isUnmuted: "تم إلغاء كتم {name}.",
  manage: "إدارة هذا الشخص",
  unverified: "{email} (غير مؤكَّد)",
  makeResetLink: "إنشاء رابط لإعادة تعيين كلمة المرور",
  resetPassword: "كلمة مرور جديدة لـ {name}",
  resetExplained:
    "يتيح الرابط لكل من يملكه اختيار كلمة المرور، فسلّمه على نحو خاص. يعمل مرة واحدة خلال يوم. وسيُبلَّغ صاحب الحساب بأنك أنشأته.",
  resetMade: "سلّم هذا الرابط إلى {name}. لن يُعرض إلا مرة واحدة.",
};
