/**
 * Records what changed, for the audit log: `record` adds an entry to a change, which is written in the change's own
 * transaction. A change that is rolled back leaves none.
 */
import { isVisitor } from "../access/roles.ts";
import { type AuditAction, type auditActions, mayRecord } from "../api/audit.ts";
import type { ShapeOf } from "../api/fields.ts";
import type { UserId } from "../api/ids.ts";
import type { InTransaction, OpenContext } from "../context.ts";
import type { Origin, PendingEntry } from "./store.ts";

type Declared<A extends AuditAction> = (typeof auditActions)[A];

/** What an action is about, by id, and its details. */
export type EntryOf<A extends AuditAction> = { readonly [T in Declared<A>["about"][number]]: number } & Readonly<
  ShapeOf<Declared<A>["details"]>
>;

/** The account that a request without one has proven: by its password, or with a link. */
interface Proven {
  readonly as?: UserId;
}

export function record<A extends AuditAction>(
  ctx: InTransaction,
  action: A,
  entry: EntryOf<A>,
  { as }: Proven = {},
): void {
  ctx.pending.audit.push(entryOf(ctx, action, entry, originOf(ctx, as)));
}

/** For a job that carries out a request, which has an origin of its own. */
export function recordFrom<A extends AuditAction>(
  ctx: InTransaction,
  origin: Origin,
  action: A,
  entry: EntryOf<A>,
): void {
  ctx.pending.audit.push(entryOf(ctx, action, entry, origin));
}

function entryOf<A extends AuditAction>(ctx: OpenContext, action: A, entry: EntryOf<A>, origin: Origin): PendingEntry {
  const { user, channel, group, message, ...details } = entry as Record<string, unknown>;
  const targets = { user, channel, group, message } as PendingEntry["targets"];
  demandDeclared(ctx, action);
  return { ...origin, action, targets, details };
}

/** Under test: what an operation does not declare, nobody would look for in its test. */
export function demandDeclared({ app, audit }: Pick<OpenContext, "app" | "audit">, action: AuditAction): void {
  if (app.checked && audit !== undefined && !mayRecord(audit, action))
    throw new Error(`${action} is recorded by an operation or page that does not declare it.`);
}

export function originOf({ user, ip, client, acting }: OpenContext, as?: UserId): Origin {
  if (acting !== undefined) return { actor_kind: acting, actor_id: null, ip_address: null, client: null };
  const id = user && !isVisitor(user) ? user.id : as;
  return {
    actor_kind: id === undefined ? "visitor" : "user",
    actor_id: id ?? null,
    ip_address: ip,
    client,
  };
}
