/** Identity providers that one's own account is linked to. */
import type { linkedProviders as english } from "../en/linked-providers.ts";
import type { Translated } from "../translated.ts";

export const linkedProviders: Translated<typeof english> = {
  title: "طرق أخرى لتسجيل الدخول",
  help: "حسابات لديك في أماكن أخرى يمكنك بها تسجيل الدخول إلى {organization}.",
  linked: "رُبط {since}",
  notLinked: "غير مرتبط",
  link: "ربط",
  unlink: "فك الارتباط",
  linkTitle: "ربط {provider}",
  linkNote: "تسجّل الدخول هناك ثم تعود إلى هنا. بعد ذلك يمكنك تسجيل الدخول به.",
  goOn: "متابعة",
  unlinkTitle: "فك الارتباط بـ {provider}؟",
  unlinkNote: "لن تتمكن من تسجيل الدخول به بعد ذلك. لاستخدامه مجددًا اربطه هنا.",
  unlinked: "فُكّ الارتباط بـ {provider}.",
  onlyWayIn: "طريقتك الوحيدة لتسجيل الدخول: عيّن كلمة مرور أو أضف مفتاح مرور قبل فك الارتباط.",
};
