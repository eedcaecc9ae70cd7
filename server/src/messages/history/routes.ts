import { type SqlBool, sql } from "kysely";
import { demand } from "../../api/index.ts";
import { snapshotRoute } from "../../http/route.ts";
import { InvalidMessage, messageFor } from "../access.ts";
import { presentMessages } from "../fetch/read.ts";
import { messagesWhere } from "../store.ts";
import * as contract from "./contract.ts";
import { snapshots } from "./snapshots.ts";
import { visibleEdits } from "./visible.ts";

export const historyRoutes = [
  snapshotRoute(contract.getMessage, async (ctx, { message_id, ...wanted }) => {
    const { id, content } = await messageFor(ctx, message_id);
    const rows = await messagesWhere(ctx.db, sql<SqlBool>`message.id = ${id}`).execute();
    const [message] = await presentMessages(ctx, rows, { ...wanted, client_gravatar: true });
    if (!message) throw new InvalidMessage();
    return { message, raw_content: content };
  }),

  snapshotRoute(contract.getMessageHistory, async (ctx, { message_id, allow_empty_topic_name }) => {
    const policy = ctx.realm.settings.message_edit_history_visibility_policy;
    demand(policy !== "none", new contract.HistoryDisabled());
    const message = await messageFor(ctx, message_id);
    const edits = visibleEdits(policy, message.edit_history ?? []);
    return { message_history: snapshots(message, edits, allow_empty_topic_name) };
  }),
];
