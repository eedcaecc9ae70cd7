import { block, quote } from "../markup.ts";
import { germanChannels } from "./channels.ts";
import type { Notices, Report } from "./english.ts";
import { germanMoves } from "./moves.ts";
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
  welcomeFromOrganization: (text) =>
    `Die Administratoren dieser Organisation möchten hinzufügen:\n\n${block("quote", text)}`,

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
