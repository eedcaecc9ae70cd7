import { inArabic } from "../../../../kernel/counts.ts";
import type { DigestWords } from "./english.ts";

const messagesIn = (count: number) =>
  inArabic(count, {
    zero: "لا رسائل",
    one: "رسالة واحدة",
    two: "رسالتان",
    few: "# رسائل",
    many: "# رسالة",
    other: "# رسالة",
  });

/** After "from": in the genitive. */
const peopleIn = (count: number) =>
  inArabic(count, {
    zero: "لا أحد",
    one: "شخص واحد",
    two: "شخصين",
    few: "# أشخاص",
    many: "# شخصًا",
    other: "# شخص",
  });

const topicsIn = (count: number) =>
  inArabic(count, {
    zero: "لم يتحدث أحد في مواضيعك",
    one: "دار الحديث في موضوع واحد من مواضيعك",
    two: "دار الحديث في موضوعين من مواضيعك",
    few: "دار الحديث في # من مواضيعك",
    many: "دار الحديث في # من مواضيعك",
    other: "دار الحديث في # من مواضيعك",
  });

const channelsIn = (count: number) =>
  inArabic(count, {
    zero: "لم تُنشأ قنوات جديدة",
    one: "أُنشئت قناة جديدة واحدة",
    two: "أُنشئت قناتان جديدتان",
    few: "أُنشئت # قنوات جديدة",
    many: "أُنشئت # قناة جديدة",
    other: "أُنشئت # قناة جديدة",
  });

const moreIn = (count: number) =>
  inArabic(count, {
    zero: "",
    one: " وشخص آخر",
    two: " وشخصان آخران",
    few: " و# آخرون",
    many: " و# آخرون",
    other: " و# آخرون",
  });

export const arabic: DigestWords = {
  subject: (organization) => `ما جرى في ${organization}`,
  topics: "هذا ما دار الحديث عنه في غيابك:",
  topic: (messages, people) => `${messagesIn(messages)} من ${peopleIn(people)}`,
  noTopic: "(بلا موضوع)",
  channels: "قنوات جديدة:",
  newcomers: (names, more) => `أشخاص جدد: ${names.join("، ")}${more > 0 ? moreIn(more) : ""}.`,
  hidden: (topics, channels) => `في غيابك: ${topicsIn(topics)}، و${channelsIn(channels)}.`,
  open: "متابعة القراءة",
  because: "نرسل هذه الرسالة مرة في الأسبوع ما دمت غائبًا.",
  unsubscribe: "إلغاء الاشتراك في هذه الرسائل",
};
