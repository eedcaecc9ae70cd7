/** Reads the body of a request that is not multipart. */
import type { IncomingMessage } from "node:http";
import { ApiError } from "../api/index.ts";
import { bodyTooLarge, MAX_BODY_BYTES, parseForm } from "./parameters.ts";

const FORM = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;

/** The fields of a form. Other bodies are not parameters: they are read, up to the limit, and left alone. */
export async function readForm(request: IncomingMessage): Promise<Record<string, string> | undefined> {
  const body = await readBody(request);
  const type = request.headers["content-type"] ?? "";
  return body.length > 0 && FORM.test(type) ? formFrom(body, type) : undefined;
}

export function formFrom(body: Buffer, contentType: string): Record<string, string> {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset && !/^utf-?8$/i.test(charset)) throw new ApiError(`Unsupported character set: ${charset.slice(0, 40)}`);
  return parseForm(body.toString("utf8"));
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = Number(request.headers["content-length"] ?? 0);
    if (size > MAX_BODY_BYTES) return reject(bodyTooLarge());
    size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      // What comes after the answer is read and dropped.
      if (size > MAX_BODY_BYTES) reject(bodyTooLarge());
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on("error", reject);
  });
}
