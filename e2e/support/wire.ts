/** Raw bytes to and from the server, for requests that no HTTP library would send. */
import { connect } from "node:net";

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long to wait for a silent server. */
const PATIENCE_MS = 5000;

/**
 * Sends the bytes and reads the first response; `undefined` when there was none. A sender that breaks off closes its
 * side of the connection after that time, unless a response has arrived.
 */
export function exchange(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  { breakOffAfterMs }: { breakOffAfterMs?: number } = {},
): Promise<WireResponse | undefined> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let breakOff: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(breakOff);
      socket.destroy();
      resolve(parseAnswer(Buffer.concat(received)));
    };
    socket.setTimeout(PATIENCE_MS, finish);
    // A server that refuses early may close the connection while we are still sending; its response still counts.
    socket.on("error", finish).on("end", finish).on("close", finish);
    socket.on("data", (bytes: Buffer) => {
      received.push(bytes);
      if (isComplete(Buffer.concat(received))) finish();
    });
    for (const piece of pieces) socket.write(piece);
    if (breakOffAfterMs !== undefined) breakOff = setTimeout(() => socket.end(), breakOffAfterMs);
  });
}

function isComplete(bytes: Buffer): boolean {
  const answer = parseAnswer(bytes);
  return answer !== undefined && Buffer.byteLength(answer.body) >= Number(answer.headers["content-length"] ?? Infinity);
}

function parseAnswer(bytes: Buffer): WireResponse | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  // The server may send "100 Continue" first.
  if (status === 100) return parseAnswer(bytes.subarray(end + 4));
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status, headers, body: bytes.subarray(end + 4).toString("utf8") };
}
