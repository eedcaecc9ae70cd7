/** Collects what a request sent, as text by name: from the query string and from a form, whatever the method. */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, apiError, badRequest, type RawParameters } from "../api/index.ts";

const MAX_FIELDS = 1000;
export const MAX_BODY_BYTES = 25 * 1024 * 1024;

const TooManyParameters = badRequest(`Too many parameters (limit: ${MAX_FIELDS})`);
const BodyTooLarge = apiError("BAD_REQUEST", "The request is too large.", { status: 413 });

type Parameters = Record<string, string>;
const tooMany: Parameters = Object.freeze(Object.create(null));

/**
 * The last of several values wins; what is not UTF-8 becomes U+FFFD. Does not throw, because the router has nobody to
 * catch it: too many parameters are refused when the request asks for them.
 */
export function parseForm(form: string): Parameters {
  const values: Parameters = Object.create(null);
  if (form === "") return values;
  let count = 0;
  for (const [name, value] of new URLSearchParams(form)) {
    if (++count > MAX_FIELDS) return tooMany;
    values[name] = value;
  }
  return values;
}

export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
      if (charset && !/^utf-?8$/i.test(charset))
        throw new ApiError(`Unsupported character set: ${charset.slice(0, 40)}`);
      return parseForm(body.toString("utf8"));
    },
  );
  server.register(multipart, {
    limits: { fields: MAX_FIELDS, fieldSize: MAX_BODY_BYTES, fieldNameSize: 1000, parts: MAX_FIELDS, files: 10 },
    throwFileSizeLimit: false,
  });
  // Other bodies are not parameters: they are read, up to the limit, and left alone.
  server.addContentTypeParser("*", { parseAs: "buffer" }, async () => ({}));
}

/** What stands in the body wins over the query string. */
export async function parametersOf(request: FastifyRequest): Promise<RawParameters> {
  const query = request.query as Parameters;
  const body = request.isMultipart() ? await multipartFields(request) : (request.body as Parameters | undefined);
  if (query === tooMany || body === tooMany) throw new TooManyParameters();
  return body ? Object.assign(Object.create(null), query, body) : query;
}

async function multipartFields(request: FastifyRequest): Promise<Parameters> {
  const values: Parameters = Object.create(null);
  let size = 0;
  try {
    for await (const part of request.parts()) {
      // The operation takes no file: it is read to its end, because the parts behind it may be parameters.
      if (part.type === "file") {
        part.file.resume();
        continue;
      }
      const value = String(part.value);
      size += value.length;
      if (part.valueTruncated || size > MAX_BODY_BYTES) throw new BodyTooLarge();
      values[part.fieldname] = value;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { statusCode } = error as { statusCode?: number };
    throw new ApiError("Malformed multipart body", { status: statusCode === 413 ? 413 : 400 });
  }
  return values;
}
