import { inArabic } from "../../../../kernel/counts.ts";
import { listFormat } from "../../../../kernel/list-formats.ts";
import type { MissedMessageWords } from "./english.ts";

const list = (items: readonly string[]): string => listFormat("ar").format(items);

export const arabic: MissedMessageWords = {
  direct: (name) => `رسائل مباشرة مع ${name}`,
  group: (names) => `رسائل مباشرة جماعية مع ${names}`,
  topic: (channel, topic) => `#${channel} > ${topic}`,
  noTopic: "(بلا موضوع)",
  resolved: "[محلول]",
  newMessages: "رسائل جديدة",
  others: (count) =>
    inArabic(count, {
      zero: "# شخص آخر",
      one: "شخص آخر",
      two: "شخصين آخرين",
      few: "# أشخاص آخرين",
      many: "# شخصًا آخر",
      other: "# شخص آخر",
    }),
  list,
  earlier: (moment) => `${moment}، رسالة سابقة`,
  spoiler: "(افتح المحادثة لرؤية النص المخفي.)",
  count: (messages) =>
    inArabic(messages, {
      zero: "ليس لديك رسائل جديدة.",
      one: "لديك رسالة جديدة واحدة.",
      two: "لديك رسالتان جديدتان.",
      few: "لديك # رسائل جديدة.",
      many: "لديك # رسالة جديدة.",
      other: "لديك # رسالة جديدة.",
    }),
  omitted: (messages) =>
    inArabic(messages, {
      zero: "كل الرسائل معروضة.",
      one: "هناك رسالة سابقة واحدة غير معروضة.",
      two: "هناك رسالتان سابقتان غير معروضتين.",
      few: "هناك # رسائل سابقة غير معروضة.",
      many: "هناك # رسالة سابقة غير معروضة.",
      other: "هناك # رسالة سابقة غير معروضة.",
    }),
  reasons: {
    direct_message: "وصول رسائل مباشرة إليك",
    mentioned: "الإشارة إليك",
    topic_wildcard_mentioned_in_followed_topic: "الإشارة إلى جميع المشاركين في موضوع تتابعه",
    stream_wildcard_mentioned_in_followed_topic: "الإشارة إلى الجميع في موضوع تتابعه",
    topic_wildcard_mentioned: "الإشارة إلى جميع المشاركين في الموضوع",
    stream_wildcard_mentioned: "الإشارة إلى جميع من في القناة",
    followed_topic_notify: "متابعتك للموضوع",
    stream_notify: "تفعيلك إشعارات البريد الإلكتروني للقناة",
  },
  because: (reasons) => `سبب وصول هذه الرسالة: ${list(reasons)}.`,
  hiddenByOrganization: "لا تسمح مؤسستك بعرض محتوى الرسائل في البريد الإلكتروني.",
  hiddenByReader: "لا تسمح إعداداتك بعرض محتوى الرسائل في البريد الإلكتروني.",
  open: "القراءة والرد",
  reply: "للرد، افتح المحادثة. لا أحد يقرأ الردود على هذا البريد.",
  replyHere: "يمكنك أيضًا الرد على هذا البريد، وسيُنشر ردك في المحادثة.",
  unsubscribe: "إلغاء الاشتراك في رسائل البريد عن الرسائل الفائتة",

  page: {
    titles: { missed_messages: "رسائل البريد عن الرسائل الفائتة", digest: "رسائل الملخص الدوري" },
    explain: "لن تصلك بعد الآن. يمكنك تفعيلها مجددًا من إعداداتك.",
    button: "إلغاء الاشتراك",
    done: "تم إلغاء اشتراكك",
    again: "يمكنك تفعيل هذه الرسائل مجددًا من إعداداتك.",
    over: "هذا الرابط غير صالح",
    overExplained: "قد يكون جزء منه مفقودًا. يمكنك أيضًا إيقاف رسائل البريد من إعداداتك.",
  },
};
