/** Sentences begin with an Arabic word, also where a name could come first: clients take the direction from it. */
import { block, quote } from "../../markup.ts";
import type { Notices } from "../english/index.ts";
import type { Report } from "../reports.ts";
import { arabicChannels } from "./channels.ts";
import { arabicFeeds } from "./feeds.ts";
import { listed } from "./listed.ts";
import { arabicMoves } from "./moves.ts";
import { arabicReminders } from "./reminders.ts";
import { arabicWebhooks } from "./webhooks.ts";

const REASONS: Record<Report["reason"], string> = {
  spam: "محتوى مزعج",
  harassment: "مضايقة",
  inappropriate: "محتوى غير لائق",
  norms: "مخالفة قواعد المجتمع",
  other: "سبب آخر",
};

export const arabic: Notices = {
  channels: arabicChannels,
  feeds: arabicFeeds,
  moves: arabicMoves,
  reminders: arabicReminders,
  webhooks: arabicWebhooks,

  deletedUser: "مستخدم محذوف",
  moderationTopic: (sender) => `بلاغات بشأن ${sender}`,

  list: listed,

  botMissesChannel: (bot, channel) => `حاول البوت ${bot} الذي تملكه النشر في القناة ${channel}، لكنها غير موجودة.`,
  botReceivesMalformed: (bot, service) =>
    `تلقى البوت ${bot} الذي تملكه طلبًا من ${service} ليس بصيغة JSON صالحة، لذلك لم يُنشر شيء.`,
  botIsUnheard: (bot, channel) => `نشر البوت ${bot} الذي تملكه في ${channel}، لكن لا مشتركين في هذه القناة.`,
  addedToGroup: (actor, group) => `أضافك ${actor} إلى المجموعة ${group}.`,
  removedFromGroup: (actor, group) => `أزالك ${actor} من المجموعة ${group}.`,

  joined: (newcomer) => `انضم ${newcomer} إلى هذه المؤسسة. رحّبوا بالعضو الجديد!`,
  passwordResetLink: (administrator) =>
    `أنشأ ${administrator} رابطًا لإعادة تعيين كلمة مرورك. إن لم تطلب ذلك، فاستفسر عن السبب.`,
  addressChanged:
    "تم تغيير عنوان بريدك الإلكتروني من إعداداتك. استخدم العنوان الجديد لتسجيل الدخول. إن لم تفعل ذلك أنت، فأبلغ أحد المسؤولين فورًا.",
  nothingToSummarize: "لا توجد رسائل لتلخيصها.",
  acceptedInvitation: (newcomer) => `قبل ${newcomer} دعوتك وانضم.`,
  welcome: (organization) =>
    [
      `أهلًا ومرحبًا بك في **${organization}**! 👋`,
      "إليك كيف تسير المحادثات هنا:",
      [
        "- كل رسالة في **قناة** تنتمي إلى **موضوع**. اقرأ المواضيع التي تهمك، واترك غيرها لوقت لاحق.",
        "- للحديث عن أمر جديد ابدأ موضوعًا، وللرد اكتب في الموضوع الذي ترد فيه.",
        "- للإشارة إلى شخص اكتب `@`، وللربط بقناة `#`، وللبحث عن رمز تعبيري `:`.",
        "- للكتابة إلى شخص واحد أو بضعة أشخاص، أرسل رسالة مباشرة كهذه.",
      ].join("\n"),
      "هذه الرسالة مميزة بنجمة لتجدها مرة أخرى.",
    ].join("\n\n"),
  firstSteps: {
    channels: [
      { name: "عام", description: "للجميع، وعن كل شيء." },
      { name: "تجارب", description: "مكان لتجربة الأشياء." },
      { name: "Parley", description: "أسئلة وأخبار عن هذه الدردشة." },
    ],
    topic: "مرحبًا",
    messages: [
      [
        "**كيف تعمل المواضيع.** كل رسالة في قناة تنتمي إلى موضوع. هذا الموضوع هو *مرحبًا* في القناة *عام*.",
        "اكتب ردك حيث تدور المحادثة، وابدأ موضوعًا جديدًا لكل أمر جديد. تكفي كلمتان أو ثلاث لاسمه.",
      ].join("\n\n"),
      [
        "**كيف تعيّن الرسائل كمقروءة.** يعرض الوارد رسائلك غير المقروءة. تصبح الرسالة مقروءة بعد أن تراها كاملة.",
        "المفتاح `E` على سطر في الوارد يعيّن المحادثة كلها كمقروءة، والمفتاحان `Shift+U` على رسالة يعيّنانها وكل ما بعدها كغير مقروءة.",
      ].join("\n\n"),
      [
        "**خمسة مفاتيح للبداية.**",
        [
          "- الانتقال إلى المحادثة غير المقروءة التالية: `N`.",
          "- الرد: `R`، وبدء رسالة جديدة: `C`.",
          "- البحث عن الأشخاص والقنوات والمواضيع والأوامر: `Ctrl+K`.",
          "- عرض كل اختصارات لوحة المفاتيح: `?`.",
        ].join("\n"),
        "يمكنك حذف هذه الرسائل.",
      ].join("\n\n"),
    ],
  },
  welcomeAnswers: {
    help: "أنا بوت ولا أعرف إلا القليل. أرسل إليّ إحدى هذه الكلمات: `channels` أو `topics` أو `formatting` أو `apps`. ولكل ما عدا ذلك اسأل من هنا.",
    channels:
      "**القناة** مكان لفريق أو لمجال معيّن. تقرأ القنوات التي اشتركت فيها، فتصفّح قائمة كل القنوات واشترك فيما يهمك منها. ولا يرى القنوات الخاصة إلا مشتركوها.",
    topics:
      "كل رسالة في قناة تنتمي إلى **موضوع**، كما أن لكل بريد عنوانًا. ابدأ موضوعًا لكل أمر جديد، وعيّنه كمحلول عند انتهائه. ويمكنك متابعة المواضيع أو كتمها.",
    formatting: [
      "تُكتب الرسائل بصيغة Markdown:",
      "```\n**غامق**، *مائل*، `شيفرة`، [رابط](https://example.com)\n- قائمة\n> اقتباس\n```",
    ].join("\n\n"),
    apps: "يمكنك استخدام أي تطبيق يدعم API هذا الخادم: أدخل فيه عنوان هذه المؤسسة، ثم سجّل الدخول بعنوان بريدك الإلكتروني.",
  },
  welcomeFromOrganization: (text) => `رسالة من مسؤولي هذه المؤسسة:\n\n${block("quote", text)}`,

  scheduledMessageFailed: (planned, reason) =>
    [
      `تعذر إرسال الرسالة التي جدولتها إلى <time:${planned}>:`,
      quote(reason),
      "لا تزال بين [رسائلك المجدولة](/#scheduled): عدّلها، أو اختر وقتًا جديدًا، أو احذفها.",
    ].join("\n\n"),

  accountDeactivated: {
    subject: (organization) => `تم تعطيل حسابك في ${organization}`,
    text: (organization) => `تم تعطيل حسابك في ${organization}، ولم يعد بإمكانك تسجيل الدخول.`,
    comment: "كتب المسؤول الذي عطّله:",
  },

  ownDataReady: (url) => `تصدير بياناتك جاهز: [تنزيل](${url}). سيُحذف بعد أسبوع.`,
  exportReady: (url) => `تصدير بيانات المؤسسة جاهز: [تنزيل](${url}).`,

  messageReported: ({ reporter, sender, place, reason, notes, content }) =>
    [
      "link" in place
        ? `أبلغ ${reporter} عن الرسالة ${place.link} من ${sender}.`
        : `أبلغ ${reporter} عن رسالة مباشرة من ${sender}، في المحادثة بين ${place.people}.`,
      `- السبب: **${REASONS[reason]}**`,
      ...(notes === "" ? [] : ["- ملاحظات:", quote(notes)]),
      block("spoiler الرسالة المُبلَّغ عنها", content),
    ].join("\n\n"),
};
