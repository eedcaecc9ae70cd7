import { block, quote } from "../markup.ts";
import { germanChannels } from "./channels.ts";
import type { Notices, Report } from "./english.ts";

const REASONS: Record<Report["reason"], string> = {
  spam: "Spam",
  harassment: "Belästigung",
  inappropriate: "Unangemessener Inhalt",
  norms: "Verstößt gegen die Regeln der Gemeinschaft",
  other: "Anderer Grund",
};

export const german: Notices = {
  channels: germanChannels,

  moderationTopic: (sender) => `Meldungen zu ${sender}`,

  list: (names) => new Intl.ListFormat("de").format(names),

  botMissesChannel: (bot, channel) =>
    `Dein Bot ${bot} wollte in den Kanal ${channel} schreiben, aber diesen Kanal gibt es nicht.`,
  botIsUnheard: (bot, channel) =>
    `Dein Bot ${bot} hat in ${channel} geschrieben, aber niemand hat diesen Kanal abonniert.`,
  addedToGroup: (actor, group) => `${actor} hat dich in die Gruppe ${group} aufgenommen.`,
  removedFromGroup: (actor, group) => `${actor} hat dich aus der Gruppe ${group} entfernt.`,

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
