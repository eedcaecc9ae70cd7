/** What dispatching needs of a request and of its answer: Fastify's have it, and so have those of the direct lane. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Identity } from "../access/identities.ts";
import type { Realm } from "../context.ts";

export interface Caller {
  readonly realm: Realm;
  readonly identity: Identity | undefined;
  readonly identifiedAt: number;
}

export interface Incoming {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly host: string;
  readonly ip: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Set before the body is read. */
  caller: Caller | null;
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
