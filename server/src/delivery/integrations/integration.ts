/**
 * The declaration of an integration: all there is to know about one service. From it follow the URL, what is posted, the
 * documentation (`docs/integrations/`) and what clients offer.
 */
import type { Markup } from "./markup.ts";
import type { ServiceRequest } from "./request.ts";
import type { Signature } from "./signatures.ts";

export type Category = "general" | "development" | "projects" | "monitoring" | "support and business" | "automation";

/** A message to post. */
export interface Post {
  /** Unless the URL has one. Cut to the longest that is allowed. */
  readonly topic: string;
  /** Blocks of Markdown, each on a line of its own; those that do not fit into a message are left out. */
  readonly content: Markup | readonly Markup[];
}

export interface IntegrationEvent {
  /** What happens, for the documentation: "A commit is pushed." */
  readonly about: string;
  /** Undefined if there is nothing worth a message. */
  say(request: ServiceRequest): Post | undefined;
}

/** A parameter of the URL that only this integration reads. */
export interface UrlOption {
  readonly key: "branches" | "ignore_private_repositories" | "template";
  readonly label: string;
}

export interface Integration {
  /** In the URL. */
  readonly name: string;
  /** In URLs that were made for other servers of this kind. */
  readonly aliases?: readonly string[];
  /** As the service writes itself. */
  readonly title: string;
  readonly category: Category;
  /** Drawn with letters: a logo belongs to its service. */
  readonly picture: { readonly initials: string; readonly color: `#${string}` };
  /** One sentence: what people get. */
  readonly about: string;
  /** What to do at the service, in Markdown, step by step. `URL` in backquotes is the address of the bot. */
  readonly setup: readonly string[];
  /** The name of the event that a request reports. Throws `Unreadable` if the request is not of this service. */
  eventOf(request: ServiceRequest): string;
  /** The events that are posted, by name; `*` stands for every other. */
  readonly events: Readonly<Record<string, IntegrationEvent>>;
  readonly options?: readonly UrlOption[];
  /** How requests are signed. Without it, the secret of a bot is sent as a bearer token. */
  readonly signature?: Signature;
  /** Where the id of a delivery is, if the service sends the same one again when it repeats a request: it is posted once. */
  readonly deliveryId?: DeliveryId;
}

/** In a header, in the document, or in whichever of both there is. */
export interface DeliveryId {
  readonly header?: string;
  readonly path?: string;
  /** Where the name of the source is that numbers its deliveries, if several may call the same URL. */
  readonly source?: { readonly header: string; readonly path: string };
}

export const integration = <const I extends Integration>(declaration: I): I => declaration;

/** The event of a service that has only one kind. */
export const ONLY_EVENT = "message";
/** For services whose events have names of their users' own. */
export const ANY_EVENT = "*";
