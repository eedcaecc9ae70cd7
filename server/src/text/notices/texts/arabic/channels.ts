import { inArabic } from "../../../../kernel/counts.ts";
import { plainly, quote } from "../../markup.ts";
import type { ChannelKind, TopicsPolicy } from "../channels.ts";
import type { ChannelNotices } from "../english/channels.ts";
import { listed } from "./listed.ts";

const KINDS: Record<ChannelKind, string> = {
  "web-public": "عامة على الويب",
  public: "عامة",
  "private, shared": "خاصة بسجل رسائل مشترك",
  "private, protected": "خاصة بسجل رسائل محمي",
};

const POLICIES: Record<TopicsPolicy, string> = {
  inherit: "حسب إعداد المؤسسة",
  allow_empty_topic: "المواضيع اختيارية",
  disable_empty_topic: "المواضيع مطلوبة",
  empty_topic_only: "بلا مواضيع",
};

const days = (count: number | null) =>
  count === null
    ? "بلا حد زمني"
    : inArabic(count, {
        zero: "# يوم",
        one: "يوم واحد",
        two: "يومان",
        few: "# أيام",
        many: "# يومًا",
        other: "# يوم",
      });

/** In the genitive, which only two days show. */
const afterDays = (count: number) => (count === 2 ? "يومين" : days(count));

export const arabicChannels: ChannelNotices = {
  eventsTopic: "أحداث القناة",
  newChannelsTopic: "قنوات جديدة",
  systemGroups: {
    "role:nobody": "لا أحد",
    "role:owners": "المالكون",
    "role:administrators": "المسؤولون",
    "role:moderators": "المشرفون",
    "role:fullmembers": "الأعضاء كاملو العضوية",
    "role:members": "الأعضاء",
    "role:everyone": "الجميع",
    "role:internet": "الجميع على الإنترنت",
  },

  created: (who, kind, description) =>
    `قناة **${KINDS[kind]}**، أنشأها ${who}. ${
      description === "" ? "ليس لها وصف بعد." : `الوصف:\n\n${quote(description)}`
    }`,
  announced: (who, channels) =>
    channels.length === 1 ? `أنشأ ${who} قناة جديدة: ${channels[0]}.` : `أنشأ ${who} قنوات جديدة: ${listed(channels)}.`,
  subscribed: (who, channels) =>
    channels.length === 1
      ? `أضافك ${who} إلى ${channels[0]}.`
      : `أضافك ${who} إلى عدة قنوات:\n\n${channels.map((channel) => `* ${channel}`).join("\n")}`,
  renamed: (who, old, now) => `غيّر ${who} اسم هذه القناة من **${plainly(old)}** إلى **${plainly(now)}**.`,
  described: (who, old, now) =>
    `غيّر ${who} وصف هذه القناة.\n\nسابقًا:\n\n${quote(old || "(بلا وصف)")}\n\nالآن:\n\n${quote(now || "(بلا وصف)")}`,
  kindChanged: (who, old, now) =>
    `غيّر ${who} من يمكنه الوصول إلى هذه القناة: كانت **${KINDS[old]}**، وأصبحت **${KINDS[now]}**.`,
  postersChanged: (who, old, now) =>
    `غيّر ${who} من يمكنه الكتابة هنا.\n\n* سابقًا: ${listed(old)}\n* الآن: ${listed(now)}`,
  retentionChanged: (who, old, now) =>
    `غيّر ${who} مدة الاحتفاظ بالرسائل هنا.\n\n* سابقًا: ${days(old)}\n* الآن: ${days(now)}\n\n${
      now === null ? "لم تعد الرسائل هنا تُحذف تلقائيًا." : `ستُحذف الرسائل هنا بعد ${afterDays(now)} من إرسالها.`
    }`,
  topicsPolicyChanged: (who, old, now) =>
    `غيّر ${who} قاعدة المواضيع هنا.\n\n* سابقًا: ${POLICIES[old]}\n* الآن: ${POLICIES[now]}`,
  folderChanged: (who, folder) =>
    folder === undefined ? `أزال ${who} هذه القناة من مجلدها.` : `نقل ${who} هذه القناة إلى المجلد **${folder}**.`,
  archived: (name) => `تمت أرشفة القناة **${plainly(name)}**.`,
  unarchived: (name) => `تم إلغاء أرشفة القناة **${plainly(name)}**.`,
};
