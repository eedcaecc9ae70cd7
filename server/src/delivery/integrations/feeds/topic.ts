/** Where a feed posts, and what is said of its address. */
import { topicFrom } from "../interpret.ts";
import type { FeedRow } from "./store.ts";

/** The name of the client in messages. */
export const CLIENT = "ParleyFeedReader";

/** All that is said of an address: its path and its query may be secret. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

/** The chosen one, or the title, or the host. */
export const topicOf = ({ topic }: Pick<FeedRow, "topic">, title: string, url: string): string =>
  topic || topicFrom(title) || topicFrom(hostOf(url));
