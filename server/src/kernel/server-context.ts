import { seconds } from "./clock.ts";
import type { App, OpenContext, Realm } from "./context.ts";

/** What the server does by itself: nobody's request. */
export function serverContext(app: App, realm: Realm): OpenContext {
  return {
    app,
    db: app.database.reader,
    realm,
    user: undefined,
    now: seconds(app.clock),
    client: "Internal",
    dialect: "neutral",
    userAgent: "",
    ip: "127.0.0.1",
    connection: { isClosed: false, onClose() {} },
    acting: "server",
  };
}

/** What the operator does with a command, or with the key that the server printed. */
export const operatorContext = (app: App, realm: Realm): OpenContext => ({
  ...serverContext(app, realm),
  acting: "operator",
});
