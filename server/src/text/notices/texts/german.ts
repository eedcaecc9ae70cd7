import { block, quote } from "../markup.ts";
import { germanChannels } from "./channels.ts";
import type { Notices, Report } from "./english.ts";
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
  moves: germanMoves,
  reminders: germanReminders,
  webhooks: germanWebhooks,

  moderationTopic: (sender) => `Meldungen zu ${sender}`,

  list: (names) => new Intl.ListFormat("de").format(names),

  botMissesChannel: (bot, channel) =>
    `Dein Bot ${bot} wollte in den Kanal ${channel} schreiben, aber diesen Kanal gibt es nicht.`,
  botIsUnheard: (bot, channel) =>
    `Dein Bot ${bot} hat in ${channel} geschrieben, aber niemand hat diesen Kanal abonniert.`,
  addedToGroup: (actor, group) => `${actor} hat dich in die Gruppe ${group} aufgenommen.`,
  removedFromGroup: (actor, group) => `${actor} hat dich aus der Gruppe ${group} entfernt.`,

  joined: (newcomer) => `${newcomer} ist jetzt dabei. Sagt hallo!`,
  passwordResetLink: (administrator) =>
    `${administrator} hat einen Link angelegt, mit dem sich dein Passwort ändern lässt. Hast du nicht darum gebeten, dann frage nach.`,
  addressChanged:
    "Deine Adresse wurde in deinen Einstellungen geändert. Melde dich von nun an mit der neuen an. Warst du das nicht, dann sage es sofort einem Administrator.",
  nothingToSummarize: "Es gibt keine Nachrichten zum Zusammenfassen.",
  acceptedInvitation: (newcomer) => `${newcomer} hat deine Einladung angenommen und ist jetzt dabei.`,
  welcome: (organization) =>
    [
      `Hallo, und willkommen bei **${organization}**! 👋`,
      "Ein paar Worte dazu, wie hier gesprochen wird:",
      [
        "- Jede Nachricht in einem **Kanal** gehört zu einem **Thema**. Lies die Themen, die dich angehen, und lass die anderen für später.",
        "- Für etwas Neues beginne ein eigenes Thema; um zu antworten, schreib in das, das schon da ist.",
        "- `@` ruft jemanden beim Namen, `#` verweist auf einen Kanal, und `:` findet ein Emoji.",
        "- An eine Person oder ein paar schreibst du eine Direktnachricht, so wie ich jetzt an dich.",
      ].join("\n"),
      "Diese Nachricht ist markiert, damit du sie wiederfindest.",
    ].join("\n\n"),
  firstSteps: {
    topic: "willkommen",
    messages: [
      [
        "**Wie Themen funktionieren.** Jede Nachricht in einem Kanal gehört zu einem Thema. Dieses heißt *willkommen*, im Kanal *general*.",
        "Antworte dort, wo ein Gespräch ist, und beginne für alles Neue ein neues Thema. Zwei oder drei Wörter sagen, worum es geht.",
      ].join("\n\n"),
      [
        "**Wie man Gelesenes markiert.** Der Eingang zeigt, was du noch nicht gelesen hast. Eine Nachricht ist gelesen, wenn du sie bis zum Ende gesehen hast.",
        "`E` auf einer Zeile des Eingangs markiert das ganze Gespräch als gelesen, und `Umschalt+U` auf einer Nachricht lässt sie und alles danach ungelesen.",
      ].join("\n\n"),
      [
        "**Fünf Tasten für den Anfang.**",
        [
          "- `N` führt zum nächsten ungelesenen Gespräch.",
          "- `R` antwortet, und `C` beginnt etwas Neues.",
          "- `Strg+K` findet Menschen, Kanäle, Themen und Befehle.",
          "- `?` zeigt alle Tasten.",
        ].join("\n"),
        "Diese Nachrichten darfst du löschen.",
      ].join("\n\n"),
    ],
  },
  welcomeAnswers: {
    help: "Ich bin ein Programm und weiß nur wenig. Schreib mir eines dieser Wörter: `channels`, `topics`, `formatting`, `apps`. Alles andere wissen die Leute hier.",
    channels:
      "Ein **Kanal** ist ein Ort für ein Team oder eine Sache. Du liest die Kanäle, die du abonniert hast; sieh die Liste aller Kanäle durch und abonniere, was dich angeht. Private Kanäle sehen nur ihre Mitglieder.",
    topics:
      "Jede Nachricht in einem Kanal gehört zu einem **Thema**, wie eine Mail zu ihrem Betreff. Beginne für Neues ein neues Thema und markiere es als erledigt, wenn es das ist. Einem Thema kann man folgen, oder es stumm schalten.",
    formatting: [
      "Nachrichten werden in Markdown geschrieben:",
      "```\n**fett**, *kursiv*, `Code`, [ein Link](https://example.com)\n- eine Liste\n> ein Zitat\n```",
    ].join("\n\n"),
    apps: "Jede App geht, die die Sprache dieses Servers spricht: Gib ihr die Adresse dieser Organisation und melde dich mit deiner E-Mail-Adresse an.",
  },
  welcomeFromOrganization: (text) =>
    `Die Administratoren dieser Organisation möchten hinzufügen:\n\n${block("quote", text)}`,

  scheduledMessageFailed: (planned, reason) =>
    [
      `Die Nachricht, die du für <time:${planned}> geplant hast, konnte nicht gesendet werden:`,
      quote(reason),
      "Sie wartet bei deinen [geplanten Nachrichten](/#scheduled): ändere sie, gib ihr eine neue Zeit oder lösche sie.",
    ].join("\n\n"),

  accountDeactivated: {
    subject: (organization) => `Dein Konto bei ${organization} wurde deaktiviert`,
    text: (organization) => `Dein Konto bei ${organization} wurde deaktiviert. Du kannst dich nicht mehr anmelden.`,
    comment: "Dazu wurde geschrieben:",
  },

  exportReady: (url) => `Der Export der Organisation ist fertig: [herunterladen](${url}).`,

  messageReported: ({ reporter, sender, place, reason, notes, content }) =>
    [
      "link" in place
        ? `${reporter} hat ${place.link} gemeldet, eine Nachricht von ${sender}.`
        : `${reporter} hat eine Direktnachricht von ${sender} gemeldet, aus der Unterhaltung von ${place.people}.`,
      `- Grund: **${REASONS[reason]}**`,
      ...(notes === "" ? [] : ["- Anmerkung:", quote(notes)]),
      block("spoiler Die gemeldete Nachricht", content),
    ].join("\n\n"),
};
