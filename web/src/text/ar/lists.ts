/** Inbox, Recent, topics, and what is kept to be sent later. */
import type { lists as english } from "../en/lists.ts";
import type { Translated } from "../translated.ts";

export const lists: Translated<typeof english> = {
  inboxSummary:
    "{count, plural, other {# غير مقروءة}} في {conversations, plural, zero {# محادثة} one {محادثة واحدة} two {محادثتين} few {# محادثات} many {# محادثة} other {# محادثة}}",
  olderNotListed: "الرسائل الأقدم غير المقروءة غير مدرجة.",
  caughtUp: "اطّلعت على كل شيء.",
  nothingUnread: "لا شيء غير مقروء. المحادثات الأخيرة على بُعد ضغطة مفتاح.",
  openRecent: "المحادثات الأخيرة",
  nothingHere: "لا شيء غير مقروء يطابق.",
  filterLabel: "إظهار",
  all: "الكل",
  followedOnly: "المتابَعة",
  forYou: "لك",
  pinned: "المثبّتة",
  otherChannels: "قنوات أخرى",
  muted: "المكتومة",
  filter: "تصفية",
  filterByName: "تصفية حسب الاسم",
  resolved: "محلول",
  followed: "متابَع",
};
