import { demand } from "../../kernel/api/index.ts";
import { route } from "../../kernel/http/route.ts";
import { messageFor } from "../access.ts";
import { moderationChannel, reportMessage } from "./actions.ts";
import * as contract from "./contract.ts";

export const reportRoutes = [
  route(contract.reportMessage, async (ctx, { message_id, ...complaint }) => {
    const channel = await moderationChannel(ctx);
    const isExplained = complaint.report_type !== "other" || complaint.description !== "";
    demand(isExplained, new contract.ExplanationRequired());
    await reportMessage(ctx, channel, await messageFor(ctx, message_id), complaint);
    return {};
  }),
];
