/** Helpers for tests of feeds: documents, and a server that publishes them. */
import type { ServerResponse } from "node:http";
import type { Organization, Person } from "../../../../test/index.ts";
import type { Endpoint, Received, Receiver } from "../../../../test/receiver.ts";
import { seenBy } from "../testing.ts";
import { addFeed, getFeeds, type PresentedFeed } from "./contract.ts";

export interface PublishedItem {
  readonly id: string;
  readonly title?: string;
  readonly text?: string;
  readonly link?: string;
}

function itemOf(published: PublishedItem): string {
  const { id, title = `Entry ${id}`, text = "", link = `https://blog.example.com/${id}` } = published;
  const description = `<description><![CDATA[${text}]]></description>`;
  return `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>${link}</link>${description}</item>`;
}

export const rss = (items: readonly PublishedItem[], title = "Our blog") =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>${title}</title><link>https://blog.example.com/</link>${items.map(itemOf).join("")}</channel></rss>`;

export const numbered = (from: number, to: number): PublishedItem[] =>
  Array.from({ length: to - from + 1 }, (_, n) => ({ id: String(to - n) }));

type Publishing = (response: ServerResponse, received: Received) => void;

/** A feed whose document and response a test changes. */
export class Publisher {
  readonly endpoint: Endpoint;
  document = rss([]);
  headers: Record<string, string> = {};
  /** In place of the document. */
  instead: Publishing | undefined;

  constructor(receiver: Receiver, items: readonly PublishedItem[] = []) {
    this.document = rss(items);
    this.endpoint = receiver.endpoint((response, received) =>
      this.instead ? this.instead(response, received) : void response.writeHead(200, this.headers).end(this.document),
    );
  }

  get url(): string {
    return this.endpoint.url;
  }

  get requests(): number {
    return this.endpoint.received.length;
  }
}

export const answers =
  (status: number, headers: Record<string, string> = {}): Publishing =>
  (response) =>
    void response.writeHead(status, headers).end();

export const fetches = ({ server }: Organization): Promise<void> => server.app.jobs.settled();

/** Lets time pass until feeds are due again, and fetches them. */
export async function passes({ server, clock }: Organization, minutes = 16): Promise<void> {
  await clock.leap({ minutes });
  server.app.jobs.wake();
  await server.app.jobs.settled();
}

type Added = { readonly topic?: string; readonly filter_words?: string[] };

/** Adds a feed and fetches it for the first time. */
export async function adds(
  acme: Organization,
  as: Person,
  bot: Person,
  { url, stream_id, ...more }: { url: string; stream_id: number } & Added,
): Promise<number> {
  const { feed_id } = await as.call(addFeed, { bot_id: bot.id, url, stream_id, ...more });
  await fetches(acme);
  return feed_id;
}

export const feedsOf = async (as: Person, bot: Person): Promise<PresentedFeed[]> =>
  (await as.call(getFeeds, { bot_id: bot.id })).feeds;

/** The topics and texts of what a bot has posted, oldest first. */
export const postedBy = async (reader: Person, bot: Person): Promise<[string, string][]> =>
  (await seenBy(reader, { narrow: [{ operator: "sender", operand: bot.id }] })).map(({ subject, content }) => [
    subject,
    content,
  ]);
