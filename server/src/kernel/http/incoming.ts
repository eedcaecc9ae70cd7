/** What dispatching needs from a request and its response: Fastify's have it, and so have those of the direct lane. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
// Adds `parts` to requests.
import type {} from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SessionId } from "../api/ids.ts";
import type { Realm, User } from "../context.ts";
import type { RequestSlot } from "./places.ts";

export interface Caller {
  readonly realm: Realm;
  /** Undefined if no credentials are needed; a visitor if none were sent. */
  readonly user: User | undefined;
  readonly identifiedAt: number;
  /** The browser session. */
  readonly session?: SessionId | undefined;
}

export interface Incoming {
  readonly raw: IncomingMessage;
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly host: string;
  readonly ip: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** The body of a webhook, as it was sent. */
  webhookBody: Buffer | null;
  /** Set before the body is read. */
  caller: Caller | null;
  /** Set while it is processed; for a large body, before it is read. */
  place: RequestSlot | null;
  isMultipart(): boolean;
  parts: FastifyRequest["parts"];
}

export type Headers = Record<string, string | number | string[] | undefined>;

export interface Outgoing {
  readonly raw: ServerResponse;
  readonly server: FastifyInstance;
  readonly sent: boolean;
  header(name: string, value: string | number): Outgoing;
  getHeaders(): Headers;
  hijack(): unknown;
}
