import { event, oneOf, strictObject, userId } from "../../../kernel/api/index.ts";

/** The feeds are not in it: addresses are secret, and only an open page needs them. */
const bot = strictObject({ user_id: userId });

/** Sent to the bot's owner and to all human administrators when a feed is added, changed or removed. */
export const feedsChangedEvent = event("feeds_changed", { op: oneOf("change"), bot });

/** Sent to the bot's owner and to all human administrators when a feed was fetched, whatever came of it. */
export const feedsFetchedEvent = event("feeds_changed", { op: oneOf("fetch"), bot });
