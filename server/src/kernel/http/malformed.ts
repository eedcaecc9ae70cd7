/** Responds to invalid HTTP, which reaches no route: in JSON like everything else, and then the connection is closed. */
import { maxHeaderSize } from "node:http";
import type { Socket } from "node:net";

interface Refusal {
  readonly status: string;
  readonly msg: string;
}

const MALFORMED: Refusal = { status: "400 Bad Request", msg: "Malformed request" };
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    msg: `URL and headers are too large (limit: ${maxHeaderSize / 1024} KiB)`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: "408 Request Timeout", msg: MALFORMED.msg },
  PARLEY_SMALL_CHUNKS: { status: MALFORMED.status, msg: "The body is sent in too many small chunks" },
};

export function refuseMalformed({ code = "" }: { code?: string }, socket: Socket): void {
  if (code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const { status, msg } = REFUSALS[code] ?? MALFORMED;
  const body = `${JSON.stringify({ result: "error", msg, code: "BAD_REQUEST" })}\n`;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
