/** Changes linkifiers. Checks patterns and templates before they are used on any text. */

import { demand, said } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandFits } from "../../kernel/limits/room.ts";
import { linkifierFaults } from "../../text/markdown/linkifiers.ts";
import { DuplicatedLinkifiers, IncompleteOrder, InvalidLinkifier, LinkifierNotFound } from "./contract.ts";
import { linkifiersEvent } from "./events.ts";
import {
  changeLinkifier,
  deleteLinkifier,
  insertLinkifier,
  linkifiersOf,
  placeLinkifiers,
  type StoredLinkifier,
} from "./store.ts";

type Content = Omit<StoredLinkifier, "id">;

export async function addLinkifier(ctx: Writing, sent: Content): Promise<number> {
  const known = await knownLinkifiers(ctx);
  const linkifier = checked(sent, known);
  demandFits(ctx, "linkifiers", known.length + 1);
  const id = await insertLinkifier(ctx.db, ctx.realm.id, linkifier);
  record(ctx, "linkifier_added", { linkifier_id: id });
  await announceLinkifiers(ctx);
  return id;
}

export async function updateLinkifier(ctx: WriteContext, id: number, sent: Content): Promise<void> {
  const known = await knownLinkifiers(ctx);
  demandKnown(known, id);
  const others = known.filter((each) => each.id !== id);
  await changeLinkifier(ctx.db, ctx.realm.id, { id, ...checked(sent, others) });
  record(ctx, "linkifier_changed", { linkifier_id: id });
  await announceLinkifiers(ctx);
}

export async function removeLinkifier(ctx: WriteContext, id: number): Promise<void> {
  demandKnown(await knownLinkifiers(ctx), id);
  await deleteLinkifier(ctx.db, ctx.realm.id, id);
  record(ctx, "linkifier_removed", { linkifier_id: id });
  await announceLinkifiers(ctx);
}

export async function reorderLinkifiers(ctx: WriteContext, order: readonly number[]): Promise<void> {
  const known = new Set((await knownLinkifiers(ctx)).map((each) => each.id));
  const named = new Set(order);
  demand(named.size === order.length, new DuplicatedLinkifiers());
  demand(known.symmetricDifference(named).size === 0, new IncompleteOrder());
  if (order.length === 0) return;
  await placeLinkifiers(ctx.db, ctx.realm.id, order);
  record(ctx, "linkifiers_reordered", {});
  await announceLinkifiers(ctx);
}

async function knownLinkifiers({ db, realm }: Writing): Promise<StoredLinkifier[]> {
  return linkifiersOf(db, realm.id);
}

function demandKnown(known: readonly StoredLinkifier[], id: number): void {
  demand(
    known.some((each) => each.id === id),
    new LinkifierNotFound(),
  );
}

function checked(sent: Content, others: readonly StoredLinkifier[]): Content {
  const linkifier = { pattern: sent.pattern.trim(), url_template: sent.url_template.trim() };
  const errors = linkifierFaults(linkifier);
  if (others.some((other) => other.pattern === linkifier.pattern))
    errors.pattern = [...(errors.pattern ?? []), said`A linkifier with this pattern already exists.`];
  if (Object.keys(errors).length > 0) throw new InvalidLinkifier({ errors });
  return linkifier;
}

async function announceLinkifiers(ctx: Writing): Promise<void> {
  append(ctx, linkifiersEvent({ realm_linkifiers: await linkifiersOf(ctx.db, ctx.realm.id) }), toEveryone);
}
