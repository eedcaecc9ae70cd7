/** Reading messages: what the narrow means, the stretch around the anchor, and each reader's own view of it. */
import type { ShapeOf } from "../../api/index.ts";
import { allChannels } from "../../channels/store.ts";
import type { Context } from "../../context.ts";
import type { getMessages } from "../contract.ts";
import { shapeMessage } from "../events.ts";
import { flagsOf } from "../flags.ts";
import { type Conversation, storedMessage } from "../present.ts";
import { type FetchedMessage, participantsOf, readMarks, storedFlags } from "../store.ts";
import { visibleTo } from "../visibility.ts";
import { narrowed } from "./narrow.ts";
import { fetchAround, fetchByIds } from "./range.ts";

type Request = ShapeOf<(typeof getMessages)["params"]>;

export async function readMessages(ctx: Context, request: Request) {
  const byIds = request.message_ids !== undefined;
  const condition =
    byIds && request.narrow.length === 0
      ? visibleTo(ctx.db, ctx.user, await allChannels(ctx.db, ctx.realm.id, ctx.user.id))
      : await narrowed(ctx, request.narrow);
  const { rows, ...found } = await (byIds ? fetchByIds : fetchAround)(ctx, request, condition);
  return { ...found, history_limited: false, messages: await present(ctx, rows, request) };
}

async function present(ctx: Context, rows: readonly FetchedMessage[], request: Request) {
  const { db, realm, user } = ctx;
  const recipients = [...new Set(rows.map((row) => row.recipient_id))];
  const direct = [...new Set(rows.filter((row) => row.channel_id === null).map((row) => row.recipient_id))];
  const participants = await participantsOf(db, direct);
  const marks = await readMarks(db, user.id, recipients);
  const flags = await storedFlags(
    db,
    user.id,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const conversation: Conversation =
      row.channel_id === null
        ? { participants: participants.get(row.recipient_id) ?? [] }
        : { channel: { id: row.channel_id, name: row.channel_name as string } };
    const message = storedMessage(realm, row, { ...row, id: row.sender_id }, conversation);
    const { readUpto = 0, periods = [] } = marks.get(row.recipient_id) ?? {};
    const received = periods.some(([from, upto]) => row.id >= from && row.id <= upto);
    return {
      ...shapeMessage(message, request, request.allow_empty_topic_name),
      flags: flagsOf(row.id, flags.get(row.id) ?? 0, { readUpto, received }),
    };
  });
}
