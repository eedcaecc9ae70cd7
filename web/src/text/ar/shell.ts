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
  leaveTitle:
    "{count, plural, zero {# نص في هذا المتصفح فقط} one {نص واحد في هذا المتصفح فقط} two {نصان في هذا المتصفح فقط} few {# نصوص في هذا المتصفح فقط} many {# نصًا في هذا المتصفح فقط} other {# نص في هذا المتصفح فقط}}",
  leaveHelp:
    "{count, plural, zero {لا توجد على الخادم. تسجيل الخروج يحذفها.} one {لا يوجد على الخادم. تسجيل الخروج يحذفه.} two {لا يوجدان على الخادم. تسجيل الخروج يحذفهما.} few {لا توجد على الخادم. تسجيل الخروج يحذفها.} many {لا توجد على الخادم. تسجيل الخروج يحذفها.} other {لا توجد على الخادم. تسجيل الخروج يحذفها.}}",
  stay: "البقاء مسجّلًا",
  leaveAnyway: "تسجيل الخروج والحذف",
  nowhere: "هذا الرابط لا يؤدي إلى أي مكان هنا.",
  noAccess: "هذه المحادثة غير موجودة، أو لا يُسمح لك بالوصول إليها.",
  newVersion: "يتوفر إصدار جديد.",
  reload: "إعادة التحميل",
  visiting: "أنت تقرأ بصفة زائر. سجّل الدخول للمشاركة.",
};
