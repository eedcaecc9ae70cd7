/** Server-Sent Events, read with fetch: unlike EventSource it can send credentials and report why it was refused. */
import { registration } from "@parley/server/contract";
import { ConnectionError } from "../connection.ts";
import type { ServerEvent } from "../types.ts";
import { errorOf, isRenewal, type StreamEnding } from "./ended.ts";
import { SilenceTimeout } from "./silence.ts";
import type { TransportOptions } from "./transport.ts";

export interface SentEvent {
  readonly event: string;
  readonly data: string;
}

/** Parses events from chunks that end anywhere. */
export class SentEvents {
  #rest = "";

  add(chunk: string): SentEvent[] {
    // A carriage return at the end may be half of a line break.
    const text = (this.#rest + chunk).replaceAll("\r\n", "\n");
    const blocks = text.split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.map(parse).filter(({ data }) => data !== "");
  }
}

function parse(block: string): SentEvent {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") event = value;
    if (name === "data") data.push(value);
  }
  return { event, data: data.join("\n") };
}

/** One response that does not end: each event arrives as it happens. */
export async function* byStream({
  connection,
  place,
  signal,
  silenceMs,
  onReached,
}: TransportOptions): AsyncGenerator<readonly ServerEvent[]> {
  const silence = new SilenceTimeout(silenceMs);
  try {
    const body = await connection.open(
      registration.streamEvents,
      { queue_id: place.queueId, last_event_id: place.lastEventId },
      { signal: AbortSignal.any([signal, silence.signal]) },
    );
    onReached();
    const sent = new SentEvents();
    for await (const chunk of chunksOf(body)) {
      silence.reset();
      const parsed = sent.add(chunk);
      const events = parsed
        .filter(({ event }) => event === "message")
        .map(({ data }) => JSON.parse(data) as ServerEvent);
      if (events.length > 0) yield events;
      const close = parsed.find(({ event }) => event === "close");
      if (!close) continue;
      const ending = JSON.parse(close.data) as StreamEnding;
      if (isRenewal(ending)) return;
      throw errorOf(ending);
    }
    throw new ConnectionError("The stream broke off.");
  } catch (error) {
    if (silence.signal.aborted) throw new ConnectionError("The server has been silent for too long.", { cause: error });
    throw error;
  } finally {
    silence.end();
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await read(reader);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    throw new ConnectionError("The stream broke off.", { cause: error });
  }
}
