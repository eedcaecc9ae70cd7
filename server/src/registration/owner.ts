import type { Context } from "../context.ts";
import type { Owner } from "../events/queues.ts";

/** Whose queues a request can reach. */
export const ownerOf = ({ realm, user }: Context): Owner => ({ realmId: realm.id, userId: user.id });
