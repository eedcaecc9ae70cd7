import { inEnglish } from "../../../../kernel/counts.ts";

const messagesIn = (count: number) => inEnglish(count, { one: "# message", other: "# messages" });
const peopleIn = (count: number) => inEnglish(count, { one: "# person", other: "# people" });

export const english = {
  subject: (organization: string) => `What happened at ${organization}`,
  topics: "Here is what people talked about while you were away:",
  topic: (messages: number, people: number) => `${messagesIn(messages)} by ${peopleIn(people)}`,
  noTopic: "(no topic)",
  channels: "New channels:",
  /** Some of the names, and how many more there are. */
  newcomers: (names: readonly string[], more: number) =>
    `New people: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
  /** Without any names. */
  hidden: (topics: number, channels: number) =>
    `While you were away, people talked in ${topics} of your topics, and there ${inEnglish(channels, { one: "is # new channel", other: "are # new channels" })}.`,
  open: "Continue reading",
  because: "We send this email once a week while you are away.",
  unsubscribe: "Unsubscribe from these emails",
};

export type DigestWords = typeof english;
