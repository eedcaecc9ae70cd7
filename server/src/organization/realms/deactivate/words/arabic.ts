import type { DeactivationWords } from "./english.ts";

export const arabic: DeactivationWords = {
  subject: (organization) => `تم تعطيل ${organization}`,
  closed: (organization, by) =>
    by === undefined
      ? `تم تعطيل ${organization}. لم يعد بإمكان أحد تسجيل الدخول.`
      : `تم تعطيل ${organization} من قِبل ${by}. لم يعد بإمكان أحد تسجيل الدخول.`,
  kept: "ستبقى كل بياناتها محفوظة.",
  deleted: (day) => `ستُحذف كل بياناتها في ${day}.`,
  reopen: "إن كان ذلك عن طريق الخطأ، فيمكن لمشغّل الخادم إعادة تفعيلها.",
};
