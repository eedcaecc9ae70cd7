/** The organization's linkifiers, in their order: texts and topics alike are held against them. */
import type { Realm } from "../context.ts";
import type { Linkifier } from "../markdown/names.ts";
import { type TopicLink, topicLinks } from "../markdown/topic-links.ts";

/** No operation makes any yet. */
export const linkifiersOf = (_realm: Realm): readonly Linkifier[] => [];

/** Without a linkifier only an address is a link, and every address has one of these signs. */
const MAY_BE_ADDRESS = /[./]/;

export function linksOfTopic(realm: Realm, topic: string): TopicLink[] {
  const linkifiers = linkifiersOf(realm);
  return linkifiers.length > 0 || MAY_BE_ADDRESS.test(topic) ? topicLinks(topic, linkifiers) : [];
}
