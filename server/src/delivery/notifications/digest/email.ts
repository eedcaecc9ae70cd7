/** The digest email for people who have been away: active topics, new channels and new people. */
import type { Context } from "../../../kernel/context.ts";
import { inLanguage } from "../../../kernel/languages.ts";
import type { Email, Paragraph } from "../../../kernel/mail/email.ts";
import { html } from "../../../kernel/pages/html.ts";
import { channelFragment } from "../../../text/markdown/addresses.ts";
import { topicAddress } from "../mail/links.ts";
import { languageOf } from "../mail/reader.ts";
import { unsubscribeUrl } from "../mail/unsubscribe.ts";
import { type DigestWords, digestWords } from "./words/index.ts";

interface DigestChannel {
  readonly id: number;
  readonly name: string;
}

export interface News {
  readonly topics: readonly { channel: DigestChannel; topic: string; messages: number; people: number }[];
  readonly channels: readonly DigestChannel[];
  readonly newcomers: readonly string[];
}

/** Further names are only counted. */
const MOST_NAMES = 10;

export function digestEmail(reading: Context, news: News): Email {
  const { realm, user } = reading;
  const language = languageOf(reading);
  const words = inLanguage(language, digestWords);
  const saysNames =
    realm.settings.message_content_allowed_in_email_notifications &&
    user.settings.message_content_in_email_notifications;
  return {
    subject: words.subject(realm.settings.name),
    language,
    paragraphs: [
      ...(saysNames ? newsParagraphs(reading, news, words) : [words.hidden(news.topics.length, news.channels.length)]),
      { label: words.open, url: realm.url },
      words.because,
      { label: words.unsubscribe, url: unsubscribeUrl(reading, "digest", user.id), isSmall: true },
    ],
  };
}

function newsParagraphs({ realm }: Context, { topics, channels, newcomers }: News, words: DigestWords): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const list = (title: string, links: readonly { label: string; url: string; note?: string }[]) => {
    if (links.length === 0) return;
    const note = (each: { note?: string }) => (each.note === undefined ? "" : ` (${each.note})`);
    paragraphs.push({
      text: [title, ...links.map((each) => `- ${each.label}${note(each)}\n  ${each.url}`)].join("\n"),
      html: html`<p>${title}</p><ul>${links.map((each) => html`<li><a href="${each.url}" dir="auto">${each.label}</a>${note(each)}</li>`)}</ul>`,
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
  if (newcomers.length > 0)
    paragraphs.push(words.newcomers(newcomers.slice(0, MOST_NAMES), newcomers.length - MOST_NAMES));
  return paragraphs;
}
