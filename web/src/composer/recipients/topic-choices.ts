/** What the field of the topic offers. The first is what Enter takes. */
import { findTopics } from "../../ranking/channel-names.ts";

export type TopicChoice =
  | { readonly kind: "empty" }
  | { readonly kind: "known"; readonly topic: string }
  | { readonly kind: "new"; readonly topic: string };

interface Choosing {
  readonly typed: string;
  /** Whether it is what to look for; a topic that stands there already leaves the others to be seen. */
  readonly isSearched?: boolean;
  /** Of the channel, the newest first. */
  readonly topics: readonly string[];
  /** What the empty topic is called here; undefined where a topic is required. */
  readonly emptyName: string | undefined;
}

/** What was typed stands first, as a topic that there is or as a new one: nobody writes elsewhere by pressing Enter. */
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
