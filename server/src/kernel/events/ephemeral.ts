/**
 * Events that are not stored: typing, presence. They are declared, checked and shaped like all others, but clients that
 * are not connected never receive them.
 */
import type { DeclaredEvent, EventBody } from "../api/event.ts";
import type { RealmId } from "../api/ids.ts";
import type { App, OpenContext, Writing } from "../context.ts";
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

/** Sends it to connected clients on every node; inside a change, after its commit and its stored events. */
export function announceEphemeral(ctx: OpenContext | Writing, event: DeclaredEvent, audience: Audience): void {
  if ("pending" in ctx) ctx.pending.ephemeral.push({ event, audience });
  else sendEphemeral(ctx.app, ctx.realm.id, { event, audience });
}

export function sendEphemeral(
  { hub, wakeups }: Pick<App, "hub" | "wakeups">,
  realmId: RealmId,
  { event, audience }: PendingEphemeral,
): void {
  const ephemeral: Ephemeral = { realm_id: realmId, type: event.declaration.type, body: event.body, audience };
  hub.announceEphemeral(ephemeral);
  wakeups.ephemeral(JSON.stringify(ephemeral));
}
