/**
 * Events that are not stored: typing, presence. They are declared, checked and shaped like all others, but clients that
 * are not connected never receive them.
 */
import type { DeclaredEvent, EventBody } from "../api/event.ts";
import type { RealmId } from "../api/ids.ts";
import type { Audience } from "./audience.ts";

export interface PendingEphemeral {
  readonly event: DeclaredEvent;
  readonly audience: Audience;
}

/** The form sent to other nodes. */
export interface Ephemeral {
  readonly realm_id: RealmId;
  readonly type: string;
  readonly body: EventBody;
  readonly audience: Audience;
}

/** Reaches the queues of this node, and the other nodes. */
interface Tellers {
  readonly hub: { announceEphemeral(ephemeral: Ephemeral): void };
  readonly wakeups: { ephemeral(payload: string): void };
}

interface EphemeralContext {
  readonly app: Tellers;
  readonly realm: { readonly id: RealmId };
  /** Inside a change. */
  readonly pending?: { readonly ephemeral: PendingEphemeral[] };
}

/** Sends it to connected clients on every node; inside a change, after its commit and its stored events. */
export function announceEphemeral(ctx: EphemeralContext, event: DeclaredEvent, audience: Audience): void {
  if (ctx.pending) ctx.pending.ephemeral.push({ event, audience });
  else sendEphemeral(ctx.app, ctx.realm.id, { event, audience });
}

export function sendEphemeral(
  { hub, wakeups }: Tellers,
  realmId: RealmId,
  { event, audience }: PendingEphemeral,
): void {
  const ephemeral: Ephemeral = { realm_id: realmId, type: event.declaration.type, body: event.body, audience };
  hub.announceEphemeral(ephemeral);
  wakeups.ephemeral(JSON.stringify(ephemeral));
}
