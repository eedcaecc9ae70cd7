import type { Context } from "../kernel/context.ts";
import type { Owner } from "../kernel/events/queues.ts";

/** The owner whose queues a request can access. */
export const ownerOf = ({ realm, user }: Context): Owner => ({ realmId: realm.id, userId: user.id });
