import type { SignInWords } from "./english.ts";

export const arabic: SignInWords = {
  signIn: "تسجيل الدخول",
  shared: "هذا جهاز مشترك",
  sharedHint: "لا يُحفظ شيء على هذا الجهاز، ويُسجَّل خروجك عند إغلاق المتصفح.",
  forgotten: "هل نسيت كلمة المرور؟",
  signUp: "إنشاء حساب",
  doNotMatch: "البريد الإلكتروني وكلمة المرور غير متطابقين.",
  deactivated: "تم تعطيل هذا الحساب. تواصل مع أحد مسؤولي المؤسسة.",
  noPasswords: "لا تستخدم هذه المؤسسة تسجيل الدخول بكلمة مرور.",
  expired: "عليك اختيار كلمة مرور جديدة. اطلبها أدناه.",

  email: {
    subject: (organization) => `تسجيل دخول جديد إلى ${organization}`,
    happened: (organization, email) => `سجّل شخص ما الدخول للتو إلى ${organization} باسم ${email}.`,
    details: (when, device, ip) => `الوقت: ${when}. الجهاز: ${device}. عنوان IP: ${ip}.`,
    unknownDevice: "متصفح غير معروف",
    notYou:
      "إن كنت أنت من فعل ذلك، فلا حاجة إلى أي إجراء. وإن لم تكن، فاختر كلمة مرور جديدة الآن، وسيُسجَّل خروج كل من سواك.",
    button: "اختيار كلمة مرور جديدة",
  },
};
