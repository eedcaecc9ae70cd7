import type { Context } from "../kernel/context.ts";
import type { Owner } from "../kernel/events/queues.ts";

/** Whose queues a request can reach. */
export const ownerOf = ({ realm, user }: Context): Owner => ({ realmId: realm.id, userId: user.id });
