/** What an integration gets of a service's request. */
import type { IncomingHttpHeaders } from "node:http";
import { parseSentJson, type RawParameters } from "../../kernel/api/index.ts";
import { isForm, parseForm } from "../../kernel/http/form.ts";
import type { ReceivedWebhook } from "../../kernel/http/route.ts";
import { MalformedJson, MalformedPayload, MissingEventHeader } from "./contract.ts";
import { cleaned, Payload } from "./payload.ts";

/** Parameters of the URL that integrations read. */
export interface UrlOptions {
  readonly branches?: string | undefined;
  readonly ignore_private_repositories?: boolean | undefined;
  readonly template?: string | undefined;
}

export interface ServiceRequest {
  readonly payload: Payload;
  readonly options: UrlOptions;
  header(name: string): string | undefined;
  /** Throws the reference's error if it is missing. */
  eventHeader(name: string): string;
}

export function serviceRequest(headers: IncomingHttpHeaders, value: unknown, options: UrlOptions): ServiceRequest {
  const header = (name: string) => {
    const sent = headers[name];
    const first = Array.isArray(sent) ? sent[0] : sent;
    return first === undefined ? undefined : cleaned(first).trim() || undefined;
  };
  return {
    payload: new Payload(value),
    options,
    header,
    eventHeader: (name) => {
      const event = header(name);
      if (event === undefined) throw new MissingEventHeader({ header: name });
      return event;
    },
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The document in a request: JSON; or a form, whose field `payload` (or `data`) is JSON, or whose fields are the document.
 * `contentType` overrides the header, for services that send a wrong one.
 */
export function documentIn({ headers, body, fields }: ReceivedWebhook, contentType: string | undefined): unknown {
  if (fields) return documentInForm(fields);
  const text = decoded(body);
  if (isForm(contentType ?? headers["content-type"])) return documentInForm(parseForm(text));
  const parsed = parseSentJson("payload", text);
  if (!parsed) throw new MalformedJson();
  return parsed.value;
}

function documentInForm(fields: RawParameters): unknown {
  const wrapped = fields.payload ?? fields.data;
  if (wrapped === undefined) return { ...fields };
  const parsed = parseSentJson("payload", wrapped);
  if (!parsed) throw new MalformedJson();
  return parsed.value;
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new MalformedPayload();
  }
}
