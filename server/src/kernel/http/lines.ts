/** A download of JSON lines, sent as they are read: nothing of it is kept, however long it is. */
import { once } from "node:events";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Steps } from "../steps.ts";
import type { Outgoing } from "./incoming.ts";
import { isLeaving } from "./leave.ts";
import { SECURITY_HEADERS } from "./reply.ts";

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

  /** A failure ends the connection, so that nobody takes a part for the whole. */
  async sendAll(batches: () => AsyncIterable<readonly object[]>): Promise<void> {
    const raw = this.#raw;
    raw.on("error", () => {});
    const steps = new Steps();
    try {
      for await (const batch of batches()) {
        if (raw.destroyed) return;
        const isRoom = raw.write(batch.map((line) => `${JSON.stringify(line)}\n`).join(""));
        if (!isRoom) await Promise.race([once(raw, "drain"), once(raw, "close")]);
        if (steps.isOver) await steps.pause();
      }
    } catch (error) {
      raw.destroy();
      throw error;
    }
    raw.end();
  }

  end(): void {
    this.#raw.end();
  }
}
