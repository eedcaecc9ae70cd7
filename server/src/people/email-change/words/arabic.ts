import type { EmailChangeWords } from "./english.ts";

export const arabic: EmailChangeWords = {
  confirm: "تأكيد عنوان بريدك الإلكتروني الجديد",
  explain: (from, to) => `سيتغير عنوان البريد الإلكتروني لحسابك من ${from} إلى ${to}.`,
  button: "استخدام هذا العنوان",
  done: "تغيّر عنوان بريدك الإلكتروني",
  now: (email) => `من الآن فصاعدًا سجّل الدخول باستخدام ${email}.`,
  goOn: "متابعة",
  over: "لم يعد هذا الرابط صالحًا",
  overExplained: "يعمل الرابط مرة واحدة خلال يوم. للحصول على رابط جديد، غيّر عنوان بريدك الإلكتروني من إعداداتك.",

  own: {
    confirm: "تأكيد عنوان بريدك الإلكتروني",
    explain: (email) => `بهذا تؤكد أن ${email} هو عنوانك.`,
    button: "تأكيد",
    done: "تم تأكيد عنوان بريدك الإلكتروني",
    now: (email) => `${email} عنوانك أنت.`,
    subject: (organization) => `تأكيد عنوان بريدك الإلكتروني في ${organization}`,
    asked: (email, organization) => `يستخدم الحساب ${email} في ${organization} هذا العنوان.`,
    otherwise: "يعمل الرابط مرة واحدة خلال يوم. إن لم يكن هذا حسابك، فتجاهل هذه الرسالة.",
  },

  confirmation: {
    subject: (organization) => `تأكيد عنوان بريدك الإلكتروني الجديد في ${organization}`,
    asked: (from, organization) =>
      `طلب شخص ما تغيير عنوان البريد الإلكتروني للحساب ${from} في ${organization} إلى هذا العنوان.`,
    otherwise: "يعمل الرابط مرة واحدة خلال يوم. إن لم تطلب ذلك، فتجاهل هذه الرسالة: لن يتغير شيء.",
  },
  changed: {
    subject: (organization) => `تغيّر عنوان بريدك الإلكتروني في ${organization}`,
    now: (email, organization) =>
      `أصبح عنوان البريد الإلكتروني لحسابك في ${organization} هو ${email}. استخدمه لتسجيل الدخول.`,
    notYou: "إن لم تفعل ذلك أنت، فتواصل مع أحد مسؤولي المؤسسة فورًا.",
  },
};
