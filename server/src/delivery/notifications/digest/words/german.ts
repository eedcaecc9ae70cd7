import { inGerman } from "../../../../kernel/counts.ts";
import type { DigestWords } from "./english.ts";

const messagesIn = (count: number) => inGerman(count, { one: "# Nachricht", other: "# Nachrichten" });
const peopleIn = (count: number) => inGerman(count, { one: "# Person", other: "# Personen" });

export const german: DigestWords = {
  subject: (organization) => `Was bei ${organization} geschah`,
  topics: "Während du weg warst, wurde darüber gesprochen:",
  topic: (messages, people) => `${messagesIn(messages)} von ${peopleIn(people)}`,
  noTopic: "(kein Thema)",
  channels: "Neue Kanäle:",
  newcomers: (names, more) => `Neu dabei: ${names.join(", ")}${more > 0 ? ` und ${more} weitere` : ""}.`,
  hidden: (topics, channels) =>
    `Während du weg warst, wurde in ${inGerman(topics, { one: "einem deiner Themen", other: "# deiner Themen" })} gesprochen, und es gibt ${inGerman(channels, { one: "# neuen Kanal", other: "# neue Kanäle" })}.`,
  open: "Weiterlesen",
  because: "Du bekommst diese E-Mail einmal in der Woche, solange du weg bist.",
  unsubscribe: "Diese E-Mails abbestellen",
};
