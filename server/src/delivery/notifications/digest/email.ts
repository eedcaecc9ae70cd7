/** The digest email for people who have been away: active topics, new channels and new people. */
import type { Context } from "../../../kernel/context.ts";
import { inLanguage, type Spoken } from "../../../kernel/languages.ts";
import type { Email, Paragraph } from "../../../kernel/mail/email.ts";
import { html } from "../../../kernel/pages/html.ts";
import { channelFragment } from "../../../text/markdown/addresses.ts";
import { topicAddress } from "../mail/links.ts";
import { languageOf } from "../mail/reader.ts";
import { unsubscribeUrl } from "../mail/unsubscribe.ts";

interface DigestChannel {
  readonly id: number;
  readonly name: string;
}

export interface News {
  readonly topics: readonly { channel: DigestChannel; topic: string; messages: number; people: number }[];
  readonly channels: readonly DigestChannel[];
  readonly newcomers: readonly string[];
}

interface DigestTexts {
  readonly language: string;
  subject(organization: string): string;
  readonly topics: string;
  topic(messages: number, people: number): string;
  readonly noTopic: string;
  readonly channels: string;
  readonly newcomers: string;
  more(count: number): string;
  readonly hidden: (topics: number, channels: number) => string;
  readonly open: string;
  readonly because: string;
  readonly unsubscribe: string;
}

const WORDS: Spoken<DigestTexts> = {
  en: {
    language: "en",
    subject: (organization) => `What happened at ${organization}`,
    topics: "Here is what people talked about while you were away:",
    topic: (messages, people) =>
      `${messages === 1 ? "1 message" : `${messages} messages`} by ${people === 1 ? "1 person" : `${people} people`}`,
    noTopic: "(no topic)",
    channels: "New channels:",
    newcomers: "New people:",
    more: (count) => `and ${count} more`,
    hidden: (topics, channels) =>
      `While you were away, people talked in ${topics} of your topics, and there are ${channels} new channels.`,
    open: "Continue reading",
    because: "We send this email once a week while you are away.",
    unsubscribe: "Unsubscribe from these emails",
  },
  de: {
    language: "de",
    subject: (organization) => `Was bei ${organization} geschah`,
    topics: "Während du weg warst, wurde darüber gesprochen:",
    topic: (messages, people) =>
      `${messages === 1 ? "1 Nachricht" : `${messages} Nachrichten`} von ${people === 1 ? "1 Person" : `${people} Personen`}`,
    noTopic: "(kein Thema)",
    channels: "Neue Kanäle:",
    newcomers: "Neu dabei:",
    more: (count) => `und ${count} weitere`,
    hidden: (topics, channels) =>
      `Während du weg warst, wurde in ${topics} deiner Themen gesprochen, und es gibt ${channels} neue Kanäle.`,
    open: "Weiterlesen",
    because: "Du bekommst diese E-Mail einmal in der Woche, solange du weg bist.",
    unsubscribe: "Keine solchen E-Mails mehr",
  },
};

/** Further names are only counted. */
const MOST_NAMES = 10;

export function digestEmail(reading: Context, news: News): Email {
  const { realm, user } = reading;
  const words = inLanguage(languageOf(reading), WORDS);
  const saysNames =
    realm.settings.message_content_allowed_in_email_notifications &&
    user.settings.message_content_in_email_notifications;
  return {
    subject: words.subject(realm.settings.name),
    language: words.language,
    paragraphs: [
      ...(saysNames ? newsParagraphs(reading, news, words) : [words.hidden(news.topics.length, news.channels.length)]),
      { label: words.open, url: realm.url },
      words.because,
      { label: words.unsubscribe, url: unsubscribeUrl(reading, "digest", user.id), isSmall: true },
    ],
  };
}

function newsParagraphs({ realm }: Context, { topics, channels, newcomers }: News, words: DigestTexts): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const list = (title: string, links: readonly { label: string; url: string; note?: string }[]) => {
    if (links.length === 0) return;
    const note = (each: { note?: string }) => (each.note === undefined ? "" : ` (${each.note})`);
    paragraphs.push({
      text: [title, ...links.map((each) => `- ${each.label}${note(each)}\n  ${each.url}`)].join("\n"),
      html: html`<p>${title}</p><ul>${links.map((each) => html`<li><a href="${each.url}">${each.label}</a>${note(each)}</li>`)}</ul>`,
    });
  };
  list(
    words.topics,
    topics.map(({ channel, topic, messages, people }) => ({
      label: `#${channel.name} > ${topic === "" ? words.noTopic : topic}`,
      url: topicAddress(realm, channel, topic),
      note: words.topic(messages, people),
    })),
  );
  list(
    words.channels,
    channels.map(({ id, name }) => ({
      label: `#${name}`,
      url: `${realm.url}${channelFragment({ stream_id: id, name })}`,
    })),
  );
  if (newcomers.length > 0) {
    const more = newcomers.length - MOST_NAMES;
    const names = newcomers.slice(0, MOST_NAMES).join(", ");
    paragraphs.push(`${words.newcomers} ${names}${more > 0 ? ` ${words.more(more)}` : ""}.`);
  }
  return paragraphs;
}
