/** The dialog for one's own status. */
import type { status as english } from "../en/status.ts";
import type { Translated } from "../translated.ts";

export const status: Translated<typeof english> = {
  title: "حالتك",
  words: "نص الحالة",
  placeholder: "أكتب حتى 11:30",
  emoji: "رمز تعبيري",
  noEmoji: "بلا رمز تعبيري",
  otherEmoji: "رمز تعبيري آخر",
  meeting: "في اجتماع",
  focusing: "في وضع التركيز",
  lunch: "استراحة غداء",
  commuting: "في الطريق",
  remote: "العمل من المنزل",
  sick: "إجازة مرضية",
  away: "في إجازة",
  clear: "مسح الحالة",
  save: "تعيين الحالة",
};
