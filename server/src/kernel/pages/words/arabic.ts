import { inArabic } from "../../counts.ts";
import { PASSWORD_RULES } from "../../passwords.ts";
import type { SharedPageWords } from "./english.ts";

const CHARACTERS = inArabic(PASSWORD_RULES.password_min_length, {
  zero: "# حرف",
  one: "حرف واحد",
  two: "حرفان",
  few: "# أحرف",
  many: "# حرفًا",
  other: "# حرف",
});

export const arabic: SharedPageWords = {
  server: {
    ready: "خادم Parley جاهز",
    setUp: "لا توجد مؤسسة بعد. افتح الرابط الذي عرضه الخادم عند بدء تشغيله، وهو يبدأ بـ",
    orCommand: "أو أنشئ المؤسسة من سطر الأوامر:",
    commandExplained:
      "شغّل الأمر في مجلد Parley بقيمة PARLEY_DATA أو PARLEY_DATABASE_URL التي يستخدمها هذا الخادم، ثم أعد تحميل هذه الصفحة.",
    readApi: "وثائق API",
    nobody: "لا توجد مؤسسة هنا",
    nobodyExplained: "لا توجد مؤسسة على هذا العنوان. تحقق من كتابته، أو اسأل من أعطاك إياه.",
    deactivated: "تم تعطيل هذه المؤسسة.",
  },

  errors: {
    failed: "حدث خطأ ما",
    failedExplained: (id) => `ليس الخطأ منك. يمكن لمشغّل الخادم العثور عليه في السجل بالمعرّف ${id}.`,
    gone: "الصفحة غير موجودة",
    goneBody: "تحقق من العنوان.",
    home: "الانتقال إلى الصفحة الرئيسية",
    forged: "انتهت صلاحية هذا النموذج. أعد تحميل الصفحة وأرسله مرة أخرى.",
    tryAgain: "إعادة المحاولة",
    limit: "يمكن لمشغّل هذا الخادم رفع الحد:",
    wait: (time) => `محاولات كثيرة جدًا. مدة الانتظار: ${time}.`,
    waitOver: "يمكنك المحاولة مجددًا الآن.",
  },

  fields: {
    email: "البريد الإلكتروني",
    badEmail: "أدخل عنوان بريد إلكتروني صالحًا.",
    fullName: "الاسم الكامل",
    badFullName: 'أدخل من 2 إلى 100 حرف، من دون الرموز * ` \\ > " @.',
    password: "كلمة المرور",
    passwordHint: `${CHARACTERS} على الأقل، وألا تكون سهلة التخمين.`,
    weakPassword: "كلمة المرور هذه سهلة التخمين جدًا. اختر كلمة أطول أو أقل شيوعًا.",
    timezone: "المنطقة الزمنية",
    noTimezone: "تحديدها لاحقًا",
  },

  password: {
    show: "إظهار",
    hide: "إخفاء",
    strength: {
      short: `قصيرة جدًا. استخدم ${CHARACTERS} على الأقل.`,
      guessable: "سهلة التخمين جدًا. أضف بضع كلمات أخرى.",
      weak: "ضعيفة. أضف كلمة أخرى.",
      good: "جيدة.",
      strong: "قوية.",
    },
  },

  finder: {
    title: "ابحث عن مؤسستك",
    label: "الاسم المختصر للمؤسسة",
    hint: "الجزء الأول من عنوانها، قبل النقطة. اسأل أحد زملائك إن لم تكن تعرفه.",
    invalid: "يتكون الاسم المختصر من أحرف لاتينية صغيرة وأرقام وشرطات.",
    go: "متابعة",
  },
};
