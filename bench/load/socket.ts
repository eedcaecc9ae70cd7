/** A WebSocket that only receives: like `Connection`, it does no more than a measurement needs. */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { type Address, lines } from "./connection.ts";
import type { LoadRequest } from "./jobs.ts";

const HEAD_END = Buffer.from("\r\n\r\n");
const TEXT = 1;
const CLOSE = 8;

export interface OpenSocket {
  close(): void;
}

/** Resolves when the server has accepted; each text message is then passed on. */
export function openSocket(
  at: Address,
  request: LoadRequest,
  onMessage: (text: Buffer) => void,
  onEnd: (error: Error) => void,
): Promise<OpenSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(at.port, at.host);
    let received: Buffer = Buffer.alloc(0);
    let isOpen = false;
    const fail = (error: Error) => (isOpen ? onEnd : reject)(error);
    const close = () => {
      socket.removeAllListeners();
      socket.on("error", () => {});
      socket.destroy();
    };
    socket.setNoDelay(true);
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("The server closed the WebSocket.")));
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (!isOpen) {
        const headEnd = received.indexOf(HEAD_END);
        if (headEnd < 0) return;
        const head = received.toString("latin1", 0, headEnd);
        if (!head.startsWith("HTTP/1.1 101")) return fail(new Error(`The WebSocket was refused: ${head.slice(0, 40)}`));
        received = received.subarray(headEnd + HEAD_END.length);
        isOpen = true;
        resolve({ close });
      }
      for (let frame = firstFrame(received); frame; frame = firstFrame(received)) {
        received = received.subarray(frame.end);
        if (frame.opcode === TEXT) onMessage(frame.payload);
        else if (frame.opcode === CLOSE) return fail(new Error(`The server ended the WebSocket: ${frame.payload}`));
      }
    });
    const upgrade = [
      ...lines(request, at),
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: parley.events",
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ];
    socket.write(`${upgrade.join("\r\n")}\r\n\r\n`);
  });
}

/** A server's frames are not masked. */
export function firstFrame(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const opcode = bytes.readUInt8(0) & 0x0f;
  const short = bytes.readUInt8(1) & 0x7f;
  const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < headLength) return undefined;
  const length = headLength === 2 ? short : headLength === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = headLength + length;
  return bytes.length < end ? undefined : { opcode, payload: bytes.subarray(headLength, end), end };
}
