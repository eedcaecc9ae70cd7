/** Links in topics, from the organization's linkifiers. */
import type { Realm } from "../kernel/context.ts";
import type { Linkifier } from "../text/markdown/names.ts";
import { type TopicLink, topicLinks } from "../text/markdown/topic-links.ts";

/** Without linkifiers only URLs are links, and every URL contains one of these characters. */
const MAY_BE_ADDRESS = /[./]/;

/** A page of messages has few topics, and most are read again soon: they are matched once per set of linkifiers. */
const MAX_REMEMBERED = 5_000;
const remembered = new WeakMap<readonly Linkifier[], Map<string, TopicLink[]>>();

export function linksOfTopic({ linkifiers }: Realm, topic: string): TopicLink[] {
  if (linkifiers.length === 0) return MAY_BE_ADDRESS.test(topic) ? topicLinks(topic, linkifiers) : [];
  const known = remembered.get(linkifiers) ?? new Map<string, TopicLink[]>();
  remembered.set(linkifiers, known);
  let links = known.get(topic);
  if (links === undefined) {
    if (known.size >= MAX_REMEMBERED) known.clear();
    links = topicLinks(topic, linkifiers);
    known.set(topic, links);
  }
  return links;
}
