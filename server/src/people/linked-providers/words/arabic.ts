import type { LinkWords } from "./english.ts";

export const arabic: LinkWords = {
  subject: (organization) => `طريقة تسجيل دخولك إلى ${organization}`,
  linked: "رُبط حسابك بطريقة أخرى لتسجيل الدخول. يمكنك الآن استخدامها أيضًا.",
  unlinked: "فُكّ ارتباط حسابك بأحد موفّري تسجيل الدخول. لا يمكن تسجيل الدخول إلى حسابك عبره ما لم تربطه من جديد.",
  notYou: "إن لم تفعل ذلك أنت، فغيّر كلمة مرورك الآن وأخبر أحد مسؤولي المؤسسة.",
};
