/** The links in a topic: linkifier matches and URLs. */
import { safeAddress } from "./addresses.ts";
import { Budget } from "./budget.ts";
import { linkifierMatches } from "./linkifiers.ts";
import type { Linkifier } from "./names.ts";

export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

interface Placed extends TopicLink {
  readonly start: number;
  readonly end: number;
}

const BETWEEN_WORDS = /[^ !;),'"]+/g;
const ADDRESS = /^https?:\/\/\S+$|^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::[0-9]+)?[/?#]\S*$|^www\.\S+\.\S+$/iu;

export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const budget = new Budget();
  const links: Placed[] = [];
  const add = (link: Placed): void => {
    if (!links.some((other) => link.start < other.end && link.end > other.start)) links.push(link);
  };
  // Patterns that are too expensive for a topic are skipped.
  for (const matches of linkifierMatches(linkifiers, topic, (cost) => budget.affordsMatching(cost)) ?? []) {
    for (const { start, end, url } of matches) {
      const safe = safeAddress(url);
      if (safe !== undefined) add({ start, end, text: topic.slice(start, end), url: safe });
    }
  }
  for (const match of topic.matchAll(BETWEEN_WORDS)) {
    const [text] = match;
    if (!ADDRESS.test(text)) continue;
    const url = /^https?:/i.test(text) ? text : `https://${text}`;
    add({ start: match.index, end: match.index + text.length, text, url });
  }
  return links.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
}
