/** Follows the links of a Slack export, to Slack only. */
import { Readable } from "node:stream";
import type { App } from "../../kernel/context.ts";
import { OutgoingError } from "../../kernel/outgoing/errors.ts";

export interface SlackFileOptions {
  /** A folder with `ID/name`, `ID-name` or `ID`, `emoji/name.png`, and `pictures/ID.png`. */
  readonly folder?: string | undefined;
  /** Downloads what is not there; where it is only planned, nothing is requested. */
  readonly download?:
    | { readonly app: App; readonly token?: string | undefined; readonly isPlanned?: boolean }
    | undefined;
}

const TIMEOUT_MS = 30_000;
const BODY_TIMEOUT_MS = 10 * 60_000;

/** A token is sent only if it is given here: not everything that Slack shows is for those who are signed in. */
export async function download(
  { download }: SlackFileOptions,
  address: string,
  host: RegExp,
  token?: string,
): Promise<Readable | { missing: string }> {
  if (!download) return { missing: "the archive has only a link to the file" };
  if (!URL.canParse(address)) return { missing: "the file has no link" };
  const { protocol, hostname } = new URL(address);
  if (protocol !== "https:" || !host.test(hostname)) return { missing: "the link does not lead to Slack" };
  if (download.isPlanned) return Readable.from([]);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const times = { timeoutMs: TIMEOUT_MS, bodyTimeoutMs: BODY_TIMEOUT_MS };
  try {
    // Slack redirects to a page for signing in where the token is not enough.
    const response = await download.app.outgoing.open({ method: "GET", url: address, headers, redirects: 0, ...times });
    if (response.status === 200) return response.body;
    response.body.destroy();
    return { missing: "Slack refused the download" };
  } catch (error) {
    if (error instanceof OutgoingError) return { missing: "the download failed" };
    throw error;
  }
}
