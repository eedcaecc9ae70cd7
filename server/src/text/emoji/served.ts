/**
 * Serves the names of all emoji, which clients load once. The URL changes with the content, so that clients can cache
 * it.
 */
import type { FastifyInstance } from "fastify";
import { CachedText } from "../../kernel/http/cached.ts";
import { codeToNames } from "./emoji.ts";

const PATH = "/static/emoji-data.json";
const FOR_GOOD = "public, max-age=31536000, immutable";
const ASK_AGAIN = "public, no-cache";

let made: CachedText | undefined;

function emojiData(): CachedText {
  made ??= new CachedText("application/json; charset=utf-8", JSON.stringify({ code_to_names: codeToNames() }));
  return made;
}

export const emojiDataPath = (): string => `${PATH}?${emojiData().etag.replace(/\W/g, "")}`;

/** Needs no credentials, and allows browser clients on other origins. */
export function addEmojiData(server: FastifyInstance): void {
  server.route({
    method: ["GET", "HEAD"],
    url: PATH,
    handler: (request, reply) =>
      emojiData().send(
        request,
        reply.header("access-control-allow-origin", "*"),
        request.url === emojiDataPath() ? FOR_GOOD : ASK_AGAIN,
      ),
  });
}
