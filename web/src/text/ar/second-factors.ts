/** Two-factor authentication, on the page of one's account. */
import type { secondFactors as english } from "../en/second-factors.ts";
import type { Translated } from "../translated.ts";

export const secondFactors: Translated<typeof english> = {
  title: "المصادقة الثنائية",
  help: "رمز من هاتفك إضافةً إلى كلمة المرور. من يعرف كلمة مرورك لا يستطيع تسجيل الدخول مع ذلك.",
  required: "تشترطها مؤسستك.",
  app: "تطبيق المصادقة",
  appOff: "غير مُعدّ",
  appOn: "أُعدّ في {since}",
  appUsed: "أُعدّ في {since}، وآخر استخدام {used}",
  setUp: "إعداد",
  replace: "استبدال",
  remove: "إزالة",
  codes: "رموز الاسترداد",
  codesLeft:
    "{count, plural, zero {لم يبق أي رمز} one {بقي رمز واحد} two {بقي رمزان} few {بقيت # رموز} many {بقي # رمزًا} other {بقي # رمز}}",
  newCodes: "الحصول على رموز جديدة",
  newCodesNote: "لن تعمل رموز الاسترداد السابقة بعد ذلك.",
  turnOnNote:
    "يُسجَّل خروجك من أجهزتك الأخرى، ويُستبدل مفتاح API: تحتاج التطبيقات والبرامج التي تستخدمه إلى المفتاح الجديد.",
  replaceNote: "لن تعمل رموز تطبيقك السابق بعد ذلك.",
  removeNote: "تكفي كلمة المرور بعد ذلك لتسجيل الدخول. ولن تعمل رموز الاسترداد أيضًا.",
  goOn: "متابعة",
  password: "كلمة المرور الحالية",
  code: "رمز من تطبيقك، أو رمز استرداد",
  scan: "امسح هذا الرمز بتطبيق مصادقة على هاتفك.",
  qrCode: "رمز QR لتطبيق المصادقة",
  typeInstead: "لا يمكنك مسحه؟ أدخل هذا في التطبيق:",
  firstCode: "الرمز الذي يعرضه التطبيق",
  turnOn: "تشغيل",
  isOn: "أُعدّ تطبيق المصادقة.",
  isOff: "أُزيل تطبيق المصادقة.",
  keep: "كل رمز من هذه الرموز يتيح لك تسجيل الدخول مرة واحدة إن فقدت هاتفك. احفظها في مكان آمن، فلن تُعرض مرة أخرى.",
  copy: "نسخ",
  copied: "نُسخت رموز الاسترداد.",
  download: "تنزيل",
  saved: "حفظتها",
};
