import type { Logger } from "pino";
import type { OpenContext } from "./context.ts";

/** The log of one request, and of the jobs that it caused. */
export const logOf = ({ app, requestId }: Pick<OpenContext, "app" | "requestId">): Logger =>
  requestId === undefined ? app.log : app.log.child({ reqId: requestId });
