/** The suggestions of the topic field. Enter takes the first. */
import { findTopics } from "../../ranking/channel-names.ts";

export type TopicChoice =
  | { readonly kind: "empty" }
  | { readonly kind: "known"; readonly topic: string }
  | { readonly kind: "new"; readonly topic: string };

interface Choosing {
  readonly typed: string;
  /** Whether the text filters the list; a topic that is already set does not. */
  readonly isSearched?: boolean;
  /** The channel's topics, newest first. */
  readonly topics: readonly string[];
  /** The display name of the empty topic; undefined where a topic is required. */
  readonly emptyName: string | undefined;
}

/** The typed text comes first, as an existing or new topic, so that Enter never picks a different one. */
export function topicChoices({ typed, isSearched = true, topics, emptyName }: Choosing): readonly TopicChoice[] {
  const named = topics.filter((topic) => topic !== "");
  const known = (topic: string): TopicChoice => ({ kind: "known", topic });
  const empty: TopicChoice[] =
    emptyName !== undefined && findTopics(isSearched ? typed : "", [emptyName]).length > 0 ? [{ kind: "empty" }] : [];
  const wanted = typed.trim();
  if (wanted === "") return [...empty, ...findTopics("", named).map(known)];
  const same = named.find((topic) => topic.toLowerCase() === wanted.toLowerCase());
  const first: TopicChoice = same === undefined ? { kind: "new", topic: wanted } : known(same);
  return [
    first,
    ...findTopics(isSearched ? wanted : "", named)
      .filter((topic) => topic !== same)
      .map(known),
    ...empty,
  ];
}
