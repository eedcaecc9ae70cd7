import { type SqlBool, sql } from "kysely";
import { demand } from "../../kernel/api/index.ts";
import { snapshotRoute } from "../../kernel/http/route.ts";
import { InvalidMessage, messageFor } from "../access.ts";
import { presentMessages } from "../fetch/read.ts";
import { messagesWhere } from "../store.ts";
import * as contract from "./contract.ts";
import { knowledgeOf } from "./places.ts";
import { snapshots } from "./snapshots.ts";
import { wholeHistory } from "./store.ts";

export const historyRoutes = [
  snapshotRoute(contract.getMessage, async (ctx, { message_id, ...wanted }) => {
    const seen = await messageFor(ctx, message_id);
    const rows = await messagesWhere(ctx.db, sql<SqlBool>`message.id = ${seen.id}`).execute();
    const edits = await wholeHistory(ctx.db, seen, ctx.realm.settings.message_edit_history_visibility_policy);
    const histories = new Map([[seen.id, edits]]);
    const [message] = await presentMessages(ctx, rows, { ...wanted, client_gravatar: true }, { histories });
    if (!message) throw new InvalidMessage();
    return { message, raw_content: seen.content };
  }),

  snapshotRoute(contract.getMessageHistory, async (ctx, { message_id, allow_empty_topic_name }) => {
    const policy = ctx.realm.settings.message_edit_history_visibility_policy;
    demand(policy !== "none", new contract.HistoryDisabled());
    const message = await messageFor(ctx, message_id);
    const edits = await wholeHistory(ctx.db, message, policy);
    const knows = await knowledgeOf(ctx, edits);
    // Direct messages have no topic.
    const emptyTopic = allow_empty_topic_name || message.channel === undefined;
    const showing = { policy, emptyTopic, knows: (id: number | null) => knows(id, message.id, message.channel?.id) };
    return { message_history: await snapshots(message, edits, showing) };
  }),
];
