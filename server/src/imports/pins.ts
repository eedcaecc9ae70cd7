/**
 * What was pinned in a channel, as a list of links in a message (decision 148). The ledger has the ids that the messages got here,
 * also those of an earlier run.
 */

import { isAnyTextOf } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { messagePath, silently } from "../text/notices/markup.ts";
import type { LocalChannel } from "./channels.ts";
import { linkLabel } from "./links.ts";
import type { ImportedPeople } from "./people.ts";
import type { PinRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./skipped.ts";
import { type Origin, sourceKey } from "./store.ts";

/** The topic of the list, in the channel of what it links to. */
export const PINS_TOPIC = "Pinned messages";

/** Enough to recognize a message by. */
export const LONGEST_EXCERPT = 100;

/** Why a pin is left out. */
export const NOT_LINKABLE = "the message is not here, or not in this channel any more";

export const pinsLeftOut = (pins: readonly PinRecord[], reason = NOT_LINKABLE): SkippedRecord[] =>
  pins.length === 0 ? [] : [skipped("pins", reason, pins[0]?.key ?? "", pins.length)];

interface PinSurroundings {
  readonly db: Db;
  readonly origin: Origin;
  readonly people: ImportedPeople;
  readonly channel: LocalChannel;
}

export interface ListedPins {
  /** Markdown, a line for each; empty if none of the messages is here. */
  readonly text: string;
  readonly leftOut: readonly SkippedRecord[];
}

export async function listedPins(around: PinSurroundings, pins: readonly PinRecord[]): Promise<ListedPins> {
  const found = await messagesPinned(around, pins);
  const person = (id: string | undefined) => (id === undefined ? undefined : around.people.get(id));
  const lines = pins.flatMap(({ key, excerpt, author, pinnedBy, pinnedAt }) => {
    const message = found.get(sourceKey(key));
    if (!message) return [];
    const path = messagePath(around.channel, message.subject, message.id);
    const [writer, pinner] = [person(author), person(pinnedBy)];
    const by = writer ? ` by ${silently(writer)}` : "";
    const who = pinner ? ` by ${silently(pinner)}` : "";
    const when = pinnedAt === undefined ? "" : ` <time:${new Date(pinnedAt * 1000).toISOString()}>`;
    return [`* [${linkLabel(excerpt, LONGEST_EXCERPT) || "Message"}](${path})${by}, pinned${who}${when}`];
  });
  const missing = pins.filter(({ key }) => !found.has(sourceKey(key)));
  return { text: lines.join("\n"), leftOut: pinsLeftOut(missing) };
}

/** Only of the channel: what was moved elsewhere meanwhile, perhaps fewer people may read. */
async function messagesPinned({ db, origin, channel }: PinSurroundings, pins: readonly PinRecord[]) {
  const rows = await db
    .selectFrom("imported_item")
    .innerJoin("message", "message.id", "imported_item.local_id")
    .select(["imported_item.source_id", "message.id", "message.subject"])
    .where("imported_item.realm_id", "=", origin.realm_id)
    .where("imported_item.origin", "=", origin.origin)
    .where("imported_item.kind", "=", "message")
    .where(
      isAnyTextOf(
        db,
        "imported_item.source_id",
        pins.map(({ key }) => sourceKey(key)),
      ),
    )
    .where("message.recipient_id", "=", channel.recipient_id)
    .execute();
  return new Map(rows.map((row) => [row.source_id, row]));
}

/** A later archive may have the messages again: then the newest are linked. */
export async function noteKeys(
  tx: TurnTx,
  { realm_id, origin }: Origin,
  messages: ReadonlyMap<string, number>,
): Promise<void> {
  if (messages.size === 0) return;
  const rows = [...messages].map(([key, local_id]) => ({
    ...{ realm_id, origin, local_id },
    kind: "message" as const,
    source_id: sourceKey(key),
  }));
  await tx
    .insertInto("imported_item")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["realm_id", "origin", "kind", "source_id"])
        .doUpdateSet(({ ref }) => ({ local_id: ref("excluded.local_id") })),
    )
    .execute();
}
