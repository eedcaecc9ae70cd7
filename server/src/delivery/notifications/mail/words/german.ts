import { inGerman } from "../../../../kernel/counts.ts";
import { listFormat } from "../../../../kernel/list-formats.ts";
import type { MissedMessageWords } from "./english.ts";

const list = (items: readonly string[]): string => listFormat("de").format(items);

export const german: MissedMessageWords = {
  direct: (name) => `Direktnachrichten mit ${name}`,
  group: (names) => `Direktnachrichten in der Gruppe mit ${names}`,
  topic: (channel, topic) => `#${channel} > ${topic}`,
  noTopic: "(kein Thema)",
  resolved: "[erledigt]",
  newMessages: "Neue Nachrichten",
  others: (count) => inGerman(count, { one: "# weiteren Person", other: "# weiteren" }),
  list,
  earlier: (moment) => `${moment}, früher`,
  spoiler: "(Öffne das Gespräch, um den verborgenen Text zu sehen.)",
  count: (messages) => inGerman(messages, { one: "Du hast # neue Nachricht.", other: "Du hast # neue Nachrichten." }),
  omitted: (messages) =>
    inGerman(messages, {
      one: "Davor kam noch # weitere Nachricht.",
      other: "Davor kamen noch # weitere Nachrichten.",
    }),
  reasons: {
    direct_message: "du Direktnachrichten bekommen hast",
    mentioned: "du erwähnt wurdest",
    topic_wildcard_mentioned_in_followed_topic: "alle in einem Thema erwähnt wurden, dem du folgst",
    stream_wildcard_mentioned_in_followed_topic: "in einem Thema, dem du folgst, alle erwähnt wurden",
    topic_wildcard_mentioned: "alle in dem Thema erwähnt wurden",
    stream_wildcard_mentioned: "alle in dem Kanal erwähnt wurden",
    followed_topic_notify: "du dem Thema folgst",
    stream_notify: "du E-Mails über Nachrichten in dem Kanal möchtest",
  },
  because: (reasons) => `Du bekommst diese E-Mail, weil ${list(reasons)}.`,
  hiddenByOrganization: "Deine Organisation erlaubt keine Nachrichteninhalte in E-Mails.",
  hiddenByReader: "Deine Einstellungen erlauben keine Nachrichteninhalte in E-Mails.",
  open: "Lesen und antworten",
  reply: "Öffne das Gespräch, um zu antworten. Antworten auf diese E-Mail liest niemand.",
  replyHere: "Du kannst auch auf diese E-Mail antworten. Deine Antwort erscheint im Gespräch.",
  unsubscribe: "Keine E-Mails über verpasste Nachrichten mehr",

  page: {
    titles: {
      missed_messages: "E-Mails über verpasste Nachrichten",
      digest: "E-Mails darüber, was in deiner Abwesenheit geschah",
    },
    explain: "Du bekommst sie dann nicht mehr. In deinen Einstellungen kannst du sie wieder einschalten.",
    button: "Diese E-Mails abbestellen",
    done: "Du bekommst diese E-Mails nicht mehr",
    again: "In deinen Einstellungen kannst du sie wieder einschalten.",
    over: "Dieser Link ist ungültig",
    overExplained: "Vielleicht fehlt ein Teil davon. E-Mails lassen sich auch in deinen Einstellungen abstellen.",
  },
};
