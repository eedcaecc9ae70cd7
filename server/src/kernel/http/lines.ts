/** A download of JSON lines, sent as they are read: nothing of it is kept, however long it is. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Steps } from "../steps.ts";
import type { Outgoing } from "./incoming.ts";
import { isLeaving } from "./leave.ts";
import { SECURITY_HEADERS } from "./reply.ts";

const STALLED_AFTER_MS = 60_000;

export class DownloadedLines {
  readonly #raw: ServerResponse;

  /** The response begins with this. The name is plain ASCII. */
  constructor(reply: Outgoing, name: string) {
    reply.hijack();
    const headers = {
      ...SECURITY_HEADERS,
      ...reply.getHeaders(),
      "content-type": "application/jsonl; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
      ...(isLeaving(reply.server) ? { connection: "close" } : {}),
    };
    reply.raw.writeHead(200, headers as OutgoingHttpHeaders);
    this.#raw = reply.raw;
  }

  /** A failure ends the connection, so that nobody takes a part for the whole; so does a client that stops reading. */
  async sendAll(batches: () => AsyncIterable<readonly object[]>): Promise<void> {
    const raw = this.#raw;
    raw.setTimeout(STALLED_AFTER_MS, () => raw.destroy());
    await pipeline(Readable.from(linesOf(batches)), raw).catch((error: NodeJS.ErrnoException) => {
      // The client has gone.
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    });
  }

  end(): void {
    this.#raw.end();
  }
}

/** Others have their turn between batches. */
async function* linesOf(batches: () => AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  const steps = new Steps();
  for await (const batch of batches()) {
    yield batch.map((line) => `${JSON.stringify(line)}\n`).join("");
    if (steps.isOver) await steps.pause();
  }
}
