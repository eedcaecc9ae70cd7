/** The page of legal holds. */
import type { legalHolds as english } from "../en/legal-holds.ts";
import type { Translated } from "../translated.ts";

export const legalHolds: Translated<typeof english> = {
  locked: "لا يرى أوامر الحفظ القانوني إلا المالكون.",
  list: "أوامر الحفظ القانوني",
  none: "لا يوجد أمر حفظ قانوني",
  noneHelp: "لا يمكن لأحد ولا لمدة الاحتفاظ حذف الرسائل المحفوظة، ولا يمكن محو بيانات من كتبها.",
  person: "شخص",
  channel: "قناة",
  what: "على",
  reason: "السبب",
  since: "منذ",
  by: "وضعه",
  place: "وضع أمر حفظ",
  placeAction: "وضع الأمر",
  placeHelp: "الأمر على شخص يحفظ ما أرسله هو وروبوتاته وكل رسائله المباشرة. والأمر على قناة يحفظ كل ما فيها.",
  kind: "ما يُحفظ",
  reasonHelp: "لا يراه إلا المالكون.",
  chooseChannel: "اختر قناة",
  lift: "رفع الأمر عن {name}",
  liftQuestion: "هل تريد رفع الأمر عن {name}؟",
  liftHelp: "يمكن بعد ذلك حذف ما كان محفوظًا.",
  liftAction: "رفع الأمر",
};
