/** URLs that are valid for a minute without credentials: for programs that open a file but cannot sign in. */
import type { App } from "../../kernel/context.ts";
import { InvalidFilename, InvalidToken } from "./contract.ts";
import type { Attachment } from "./store.ts";

const SECONDS = 60;
/** Distinguishes it from what the key seals for other purposes. */
const PURPOSE = "upload";

export function temporaryUrl(app: App, { path_id }: Attachment): string {
  const token = app.secrets.encrypt(JSON.stringify([PURPOSE, app.clock.now() + SECONDS * 1000, path_id]));
  return `/user_uploads/temporary/${token}/${encodeURIComponent(nameIn(path_id))}`;
}

/** The `path_id` of the URL. */
export function pathIdFrom(app: App, token: string, name: string): string {
  const [purpose, validUntil, pathId] = opened(app, token);
  if (purpose !== PURPOSE || typeof validUntil !== "number" || typeof pathId !== "string") throw new InvalidToken();
  if (app.clock.now() > validUntil) throw new InvalidToken();
  if (name !== nameIn(pathId)) throw new InvalidFilename();
  return pathId;
}

const nameIn = (pathId: string): string => pathId.slice(pathId.lastIndexOf("/") + 1);

function opened(app: App, token: string): unknown[] {
  try {
    const value: unknown = JSON.parse(app.secrets.decrypt(token));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
