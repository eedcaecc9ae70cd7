import { plainly } from "../../markup.ts";
import type { FeedNotices } from "../feeds.ts";

export const arabicFeeds: FeedNotices = {
  added: (title, entries) =>
    `أضيفت الخلاصة **${plainly(title)}**. عدد عناصرها حتى الآن: ${entries}، وستُنشر العناصر الجديدة هنا.`,
  andMore: (entries) => `وعناصر أخرى عددها: ${entries}`,
  calendarAdded: (title, events) =>
    `أضيف التقويم **${plainly(title)}**. عدد الأحداث في الأيام الثمانية القادمة: ${events}، وستُنشر التذكيرات هنا.`,
  starts: (title, time) => `${title} يبدأ في ${time}.`,
  isToday: (title) => `${title} اليوم.`,
  place: (location) => `المكان: ${location}`,
  failing: (bot, title, isGone) =>
    isGone
      ? `لم تعد الخلاصة **${plainly(title)}** الخاصة بالبوت ${bot} موجودة، لذلك أوقفت مؤقتًا. إعداداتها في صفحة [الخلاصات](/#settings/integrations/feeds).`
      : `تعذّر جلب الخلاصة **${plainly(title)}** الخاصة بالبوت ${bot} عدة مرات متتالية. السبب مذكور في صفحة [الخلاصات](/#settings/integrations/feeds).`,
};
