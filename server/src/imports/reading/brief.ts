/**
 * Most messages are a text in a channel, and nothing else. They pass between the threads as short lists: with names for all their
 * parts, writing and parsing them took longer than rendering them.
 */
import type { MessageRecord } from "../records.ts";
import type { AheadText } from "../rendered-ahead.ts";

/** Without an HTML, its text is one paragraph of it as it is. */
export type BriefMessage = readonly [
  sender: string,
  sentAt: number,
  channel: string,
  topic: string,
  text: string,
  html: string | 0,
  traits: number,
  id?: number,
];

/** Undefined if there is more to say about it. */
export function briefly(
  { id, key, sender, sentAt, to, text, receivedBy }: MessageRecord,
  content: string,
  rendered: AheadText,
): BriefMessage | undefined {
  if (!("channel" in to) || rendered.users || receivedBy || key !== undefined || content !== text) return undefined;
  const html = rendered.html === asParagraph(text) ? 0 : rendered.html;
  const brief = [sender, sentAt, to.channel, to.topic, text, html, rendered.traits] as const;
  return id === undefined ? brief : [...brief, id];
}

export const isBrief = (listed: object): listed is BriefMessage => Array.isArray(listed);

export const inFull = ([sender, sentAt, channel, topic, text, html, traits, id]: BriefMessage): MessageRecord => ({
  type: "message",
  id,
  sender,
  sentAt,
  to: { channel, topic },
  text,
  rendered: [{ html: html === 0 ? asParagraph(text) : html, traits }],
});

const asParagraph = (text: string): string => `<p>${text}</p>`;
