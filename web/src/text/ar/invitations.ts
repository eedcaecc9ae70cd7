/** The list of open invitations. */
import type { invitations as english } from "../en/invitations.ts";
import type { Translated } from "../translated.ts";

export const invitations: Translated<typeof english> = {
  help: "دعوات الجميع وروابطهم التي لم يستخدمها أحد بعد.",
  ownHelp: "دعواتك وروابطك التي لم يستخدمها أحد بعد. يرى المسؤولون دعوات الجميع وروابطهم.",
  mayNot: "لا يُسمح لك بدعوة أشخاص إلى هذه المؤسسة.",
  none: "لا توجد دعوات مفتوحة.",
  for: "الدعوة",
  link: "رابط لأي شخص",
  sent: "أُرسلت {date}",
  by: "صاحب الدعوة",
  expires: "تاريخ الانتهاء",
  copyFor: "نسخ الرابط: {name}",
  resend: "إعادة الإرسال",
  resendTo: "إعادة الإرسال إلى {name}",
  resent: "تمت إعادة الإرسال إلى {name}.",
  revoke: "إلغاء الدعوة",
  revokeNamed: "إلغاء الدعوة: {name}",
  revokeQuestion: "هل تريد إلغاء دعوة {name}؟",
  revokeLinkQuestion: "هل تريد إلغاء هذا الرابط؟",
  revokeLoss: "لن يتمكن أحد من الانضمام بها بعد ذلك. لا يمكن التراجع عن ذلك.",
};
