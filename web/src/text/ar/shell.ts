/** The frame: sign-in state, connection, errors of the whole application. */
import type { shell as english } from "../en/shell.ts";
import type { Translated } from "../translated.ts";

export const shell: Translated<typeof english> = {
  sidebar: "طرق العرض والمحادثات",
  details: "التفاصيل",
  skipToMessages: "الانتقال إلى الرسائل",
  skipToComposer: "الانتقال إلى محرر الرسائل",
  skipToSidebar: "الانتقال إلى الشريط الجانبي",
  couldNotStart: "تعذّر تحميل المؤسسة.",
  offlineSince: "غير متصل منذ {time}.",
  offlineHow: "يمكنك القراءة والكتابة؛ وتُرسل الرسائل عند عودة الاتصال.",
  retry: "إعادة المحاولة",
  offline: "غير متصل",
  offlineWaiting: "{count, plural, other {غير متصل، قيد الانتظار: #}}",
  reconnecting: "جارٍ إعادة الاتصال",
  signedOut: "تم تسجيل خروجك. سجّل الدخول للمتابعة.",
  signIn: "تسجيل الدخول",
  nowhere: "هذا الرابط لا يؤدي إلى أي مكان هنا.",
  noAccess: "هذه المحادثة غير موجودة، أو لا يُسمح لك بالوصول إليها.",
  newVersion: "يتوفر إصدار جديد.",
  reload: "إعادة التحميل",
  visiting: "أنت تقرأ بصفة زائر. سجّل الدخول للمشاركة.",
};
