/** The web pages known to this process. Each is fetched once, however many messages link to it. */
import type { Logger } from "pino";
import type { Clock } from "../../kernel/clock.ts";
import { Answers } from "../../kernel/outgoing/answers.ts";
import type { OutgoingClient } from "../../kernel/outgoing/client.ts";
import { OutgoingError } from "../../kernel/outgoing/errors.ts";
import { part } from "../../kernel/part.ts";
import { API_VERSION } from "../../kernel/version.ts";
import type { PagePreview } from "../../text/markdown/previews/page.ts";

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;
const MAX_PAGE_BYTES = 512 * 1024;
const KEPT_PAGES = 2000;

export const knownPages = part<Pages>("memory of web pages");

export class Pages {
  readonly #outgoing: OutgoingClient;
  readonly #log: Logger;
  readonly #pages: Answers<PagePreview>;

  constructor({ clock, outgoing, log }: { clock: Clock; outgoing: OutgoingClient; log: Logger }) {
    this.#outgoing = outgoing;
    this.#log = log;
    this.#pages = new Answers({ clock, limit: KEPT_PAGES, ask: (url) => this.#lookAt(url) });
  }

  /** Whether it was fetched, successfully or not. */
  knows(url: string): boolean {
    return this.#pages.known(url) !== undefined;
  }

  get(url: string): PagePreview | undefined {
    return this.#pages.known(url)?.what;
  }

  /** Fetches a page. */
  async learn(url: string): Promise<void> {
    await this.#pages.of(url);
  }

  /** Parsed while it arrives: hundreds may be fetched at once. Undefined if there is no valid response. */
  async #lookAt(url: string): Promise<PagePreview | undefined> {
    const request = {
      method: "GET",
      url,
      headers: { accept: "text/html", "user-agent": `ParleyPagePreview/${API_VERSION}` },
      timeoutMs: TIMEOUT_MS,
      redirects: MAX_REDIRECTS,
      maxBytes: MAX_PAGE_BYTES,
    } as const;
    try {
      return await this.#outgoing.reading(request, async ({ status, contentType = "", body }) => {
        if (status !== 200 || !/^text\/html\b/i.test(contentType)) return undefined;
        // Loaded with the first page, because that brings a parser for HTML.
        const { readPage } = await import("./read.ts");
        return readPage(body, { url, contentType });
      });
    } catch (error) {
      // The process is ending: its successor tries again.
      if (!(error instanceof OutgoingError) || error.reason === "stopped") throw error;
      this.#log.debug({ host: URL.parse(url)?.host, reason: error.reason }, "could not fetch a page for a preview");
      return undefined;
    }
  }
}
