import { block, quote } from "../../markup.ts";
import type { Notices } from "../english/index.ts";
import type { Report } from "../reports.ts";
import { germanChannels } from "./channels.ts";
import { germanFeeds } from "./feeds.ts";
import { germanMoves } from "./moves.ts";
import { germanReminders } from "./reminders.ts";
import { germanWebhooks } from "./webhooks.ts";

const REASONS: Record<Report["reason"], string> = {
  spam: "Spam",
  harassment: "Belästigung",
  inappropriate: "Unangemessener Inhalt",
  norms: "Verstößt gegen die Regeln der Gemeinschaft",
  other: "Anderer Grund",
};

export const german: Notices = {
  channels: germanChannels,
  feeds: germanFeeds,
  moves: germanMoves,
  reminders: germanReminders,
  webhooks: germanWebhooks,

  deletedUser: "Gelöschte Person",
  moderationTopic: (sender) => `Meldungen zu ${sender}`,

  list: (names) => new Intl.ListFormat("de").format(names),

  botMissesChannel: (bot, channel) =>
    `Dein Bot ${bot} wollte in den Kanal ${channel} schreiben, aber diesen Kanal gibt es nicht.`,
  botReceivesMalformed: (bot, service) =>
    `Dein Bot ${bot} hat von ${service} eine Anfrage bekommen, die kein gültiges JSON ist. Deshalb wurde nichts gesendet.`,
  botIsUnheard: (bot, channel) =>
    `Dein Bot ${bot} hat in ${channel} geschrieben, aber niemand hat diesen Kanal abonniert.`,
  addedToGroup: (actor, group) => `${actor} hat dich in die Gruppe ${group} aufgenommen.`,
  removedFromGroup: (actor, group) => `${actor} hat dich aus der Gruppe ${group} entfernt.`,

  joined: (newcomer) => `${newcomer} ist jetzt dabei. Sagt hallo!`,
  passwordResetLink: (administrator) =>
    `${administrator} hat einen Link erstellt, mit dem sich dein Passwort zurücksetzen lässt. Wenn du nicht darum gebeten hast, frage nach.`,
  addressChanged:
    "Deine E-Mail-Adresse wurde in deinen Einstellungen geändert. Melde dich von nun an mit der neuen an. Warst du das nicht, dann wende dich sofort an einen Administrator.",
  nothingToSummarize: "Es gibt keine Nachrichten zum Zusammenfassen.",
  acceptedInvitation: (newcomer) => `${newcomer} hat deine Einladung angenommen und ist jetzt dabei.`,
  welcome: (organization) =>
    [
      `Hallo, und willkommen bei **${organization}**! 👋`,
      "So funktionieren Gespräche hier:",
      [
        "- Jede Nachricht in einem **Kanal** gehört zu einem **Thema**. Lies die Themen, die dich betreffen, und lass die anderen für später.",
        "- Beginne für etwas Neues ein eigenes Thema; um zu antworten, schreib in das Thema, um das es geht.",
        "- `@` erwähnt jemanden, `#` verweist auf einen Kanal, und `:` findet ein Emoji.",
        "- An eine Person oder ein paar schreibst du eine Direktnachricht wie diese.",
      ].join("\n"),
      "Diese Nachricht ist markiert, damit du sie wiederfindest.",
    ].join("\n\n"),
  firstSteps: {
    channels: [
      { name: "allgemein", description: "Für alle und alles." },
      { name: "Spielwiese", description: "Zum Ausprobieren." },
      { name: "Parley", description: "Fragen und Neues rund um diesen Chat." },
    ],
    topic: "willkommen",
    messages: [
      [
        "**Wie Themen funktionieren.** Jede Nachricht in einem Kanal gehört zu einem Thema. Dieses heißt *willkommen*, im Kanal *allgemein*.",
        "Antworte dort, wo ein Gespräch ist, und beginne für alles Neue ein neues Thema. Zwei oder drei Wörter sagen, worum es geht.",
      ].join("\n\n"),
      [
        "**Wie man etwas als gelesen markiert.** Der Eingang zeigt, was du noch nicht gelesen hast. Eine Nachricht ist gelesen, wenn du sie bis zum Ende gesehen hast.",
        "`E` auf einer Zeile des Eingangs markiert das ganze Gespräch als gelesen, und `Shift+U` auf einer Nachricht markiert sie und alles danach als ungelesen.",
      ].join("\n\n"),
      [
        "**Fünf Tasten für den Anfang.**",
        [
          "- `N` führt zum nächsten ungelesenen Gespräch.",
          "- `R` antwortet, und `C` beginnt etwas Neues.",
          "- `Ctrl+K` findet Personen, Kanäle, Themen und Befehle.",
          "- `?` zeigt alle Tastenkürzel.",
        ].join("\n"),
        "Diese Nachrichten kannst du löschen.",
      ].join("\n\n"),
    ],
  },
  welcomeAnswers: {
    help: "Ich bin ein Bot und weiß nur wenig. Schick mir eines dieser Wörter: `channels`, `topics`, `formatting`, `apps`. Frag bei allem anderen die Leute hier.",
    channels:
      "Ein **Kanal** ist ein Ort für ein Team oder eine Sache. Du liest die Kanäle, die du abonniert hast; sieh die Liste aller Kanäle durch und abonniere, was dich betrifft. Private Kanäle sind nur für ihre Abonnenten sichtbar.",
    topics:
      "Jede Nachricht in einem Kanal gehört zu einem **Thema**, wie eine E-Mail zu ihrem Betreff. Beginne für Neues ein neues Thema und markiere es als erledigt, wenn es das ist. Du kannst Themen folgen oder sie stummschalten.",
    formatting: [
      "Nachrichten werden in Markdown geschrieben:",
      "```\n**fett**, *kursiv*, `Code`, [ein Link](https://example.com)\n- eine Liste\n> ein Zitat\n```",
    ].join("\n\n"),
    apps: "Jede App funktioniert, die die API dieses Servers unterstützt: Gib dort die Adresse dieser Organisation ein und melde dich mit deiner E-Mail-Adresse an.",
  },
  welcomeFromOrganization: (text) =>
    `Eine Nachricht der Administratoren dieser Organisation:\n\n${block("quote", text)}`,

  scheduledMessageFailed: (planned, reason) =>
    [
      `Die Nachricht, die du für <time:${planned}> geplant hast, konnte nicht gesendet werden:`,
      quote(reason),
      "Sie steht noch unter deinen [geplanten Nachrichten](/#scheduled): bearbeite sie, wähle eine neue Zeit oder lösche sie.",
    ].join("\n\n"),

  accountDeactivated: {
    subject: (organization) => `Dein Konto bei ${organization} wurde deaktiviert`,
    text: (organization) => `Dein Konto bei ${organization} wurde deaktiviert. Du kannst dich nicht mehr anmelden.`,
    comment: "Wer es deaktiviert hat, schreibt dazu:",
  },

  ownDataReady: (url) =>
    `Der Export deiner Daten ist fertig: [herunterladen](${url}). Er wird nach einer Woche gelöscht.`,
  exportReady: (url) => `Der Export der Organisation ist fertig: [herunterladen](${url}).`,

  messageReported: ({ reporter, sender, place, reason, notes, content }) =>
    [
      "link" in place
        ? `${reporter} hat ${place.link} gemeldet, eine Nachricht von ${sender}.`
        : `${reporter} hat eine Direktnachricht von ${sender} gemeldet, aus dem Gespräch von ${place.people}.`,
      `- Grund: **${REASONS[reason]}**`,
      ...(notes === "" ? [] : ["- Anmerkung:", quote(notes)]),
      block("spoiler Die gemeldete Nachricht", content),
    ].join("\n\n"),
};
