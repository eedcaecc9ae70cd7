/** The page of the ways to sign in. */
import type { signInMethods as english } from "../en/sign-in-methods.ts";
import type { Translated } from "../translated.ts";

export const signInMethods: Translated<typeof english> = {
  about: "كيف يثبت الأشخاص هويتهم.",
  methods: "طرق تسجيل الدخول",
  words: "مصادقة كلمة مرور دخول تسجيل موحد sso",
  help: "مشغّل الخادم هو من يحدّد المتاح منها.",
  password: "عنوان البريد الإلكتروني وكلمة المرور",
  passwordHelp: "دونها لا يمكن لأحد تسجيل الدخول أو إعادة تعيين كلمة المرور بعنوان بريد إلكتروني.",
  last: "يجب تفعيل طريقة واحدة على الأقل، وهذه هي الوحيدة.",
  secondFactor: "المصادقة الثنائية",
  secondFactorHelp: "يمكن للجميع تشغيلها لحساباتهم.",
  requiredFor: "مطلوبة من",
  requiredForHelp: "من لم يُعدّها يُسجَّل خروجه من كل مكان، ويُعدّها عند تسجيل الدخول مجددًا.",
  requiredForWords: "2fa mfa المصادقة الثانية تطبيق أمان",
  nobody: "لا أحد",
  administrators: "المالكون والمسؤولون",
  moderators: "المشرفون ومن فوقهم",
  members: "الأعضاء ومن فوقهم",
  everyone: "الجميع، ومنهم الضيوف",
  unavailable: "لم يُعدّها مشغّل الخادم.",
};
