import type { WelcomeWords } from "./english.ts";

export const arabic: WelcomeWords = {
  account: {
    subject: (organization) => `حسابك في ${organization}`,
    made: (organization, email) =>
      `أصبح لديك حساب في ${organization}. سجّل الدخول بعنوان بريدك الإلكتروني ${email}. لربط تطبيق، أدخل فيه العنوان أدناه.`,
    open: "فتح",
  },
  start: {
    subject: (organization) => `خطواتك الأولى في ${organization}`,
    hints: [
      "كل رسالة في قناة تنتمي إلى موضوع، فيمكنك قراءة محادثة واحدة من أولها إلى آخرها وترك غيرها لوقت لاحق.",
      "ابدأ موضوعًا جديدًا لكل أمر جديد. الاسم القصير المعبّر يفيد كل من يقرؤه لاحقًا.",
      "أنت من يختار الإشعارات: اكتم ما لا يعنيك، وتابع المواضيع التي تعنيك.",
    ],
    open: "متابعة القراءة",
  },
};
