import { defaultsOf, demand, InsufficientPermission, type ShapeOf } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { steppedRoute } from "../../kernel/http/route.ts";
import { UnableToRender } from "../../text/errors.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import { renderFor } from "../content.ts";
import { getMessages, type NarrowTerm } from "../contract.ts";
import { readingNarrow } from "../fetch/narrow.ts";
import { readMessages } from "../fetch/read.ts";
import { maySummarize } from "../permissions.ts";
import * as contract from "./contract.ts";
import { answerOf } from "./model.ts";
import { promptFor, type SaidMessage } from "./prompt.ts";

export const summaryRoutes = [
  steppedRoute(contract.getMessagesSummary, async (ctx, { narrow }) => {
    const { app, realm, user } = ctx;
    const model = app.config.summaries;
    if (!model) throw new contract.NoModel();
    demand(maySummarize(user, realm.settings), new InsufficientPermission());
    const conversation = await newestIn(ctx, narrow ?? []);
    if (conversation.length === 0) return { summary: noticesIn(user.settings.default_language).nothingToSummarize };
    app.limits.admit(user.id, "summaries_by_user");
    // Others need not wait while the model thinks.
    ctx.connection.waits?.();
    return { summary: await asHtml(ctx, await answerOf(ctx, model, promptFor(conversation))) };
  }),
];

/** Nothing is loaded from addresses that it may contain: a misled model could put what it was told into them. */
async function asHtml(ctx: Context, summary: string): Promise<string> {
  try {
    return (await renderFor(ctx, summary, ctx.user, { withPreviews: false, withPlayers: false })).html;
  } catch (error) {
    // The caller did not write it.
    throw error instanceof UnableToRender ? new contract.SummaryFailed() : error;
  }
}

type GetMessagesRequest = ShapeOf<(typeof getMessages)["params"]>;

/** Only what the caller can read, as they would read it. */
async function newestIn(ctx: Context, narrow: NarrowTerm[]): Promise<SaidMessage[]> {
  const request = {
    ...defaultsOf(getMessages.params),
    anchor: "newest",
    num_before: contract.MAX_SUMMARIZED,
    narrow,
    apply_markdown: false,
  } as GetMessagesRequest;
  const { messages } = await readingNarrow(ctx, narrow, (reading) => readMessages(reading, request));
  return messages.map(({ sender_full_name, content }) => ({ sender: sender_full_name, text: content }));
}
