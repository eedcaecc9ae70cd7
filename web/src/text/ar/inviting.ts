/** The terms in the dialog that invites people, which are loaded with it. */
import type { inviting as english } from "../en/inviting.ts";
import type { Translated } from "../translated.ts";

export const inviting: Translated<typeof english> = {
  custom: "مدة أخرى…",
  length: "المدة",
  unit: "الوحدة",
  hours: "ساعات",
  days: "أيام",
  weeks: "أسابيع",
  wrong: "أدخل عددًا صحيحًا، 1 أو أكثر.",
  guestHelp: "لا يرى الضيوف إلا القنوات التي هم فيها.",
  defaults: "القنوات الافتراضية",
  defaultsHelp: "{names}. إذا تغيّرت قبل انضمام الشخص، فالعبرة بالقنوات الجديدة.",
  noDefaults: "لا يوجد أي منها حاليًا.",
  others: "قنوات أخرى",
  groups: "المجموعات التي ينضمون إليها",
  welcome: "رسالة الترحيب",
  welcomeStandard: "رسالة المؤسسة",
  welcomeNone: "بلا رسالة",
  welcomeCustom: "رسالة أخرى…",
  welcomeText: "نص الرسالة",
  welcomeHelp: "تُضاف إلى ما يكتبه Welcome Bot لكل قادم جديد. يمكن استخدام Markdown هنا.",
  sendTest: "إرسال رسالة تجريبية إليك",
  testSent: "أرسل Welcome Bot الرسالة إليك.",
  notify: "إعلامي عندما ينضم أحد",
};
