/** What this process knows of web pages and their pictures. Each is asked for once, however many link to it or look at it. */
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { PagePreview } from "../markdown/previews/page.ts";
import type { OutgoingClient, OutgoingResponse } from "../outgoing/client.ts";
import { OutgoingError } from "../outgoing/errors.ts";
import { API_VERSION } from "../version.ts";
import { readPage } from "./read.ts";
import { Recent } from "./recent.ts";

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;
const MAX_PAGE_BYTES = 512 * 1024;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

const KEPT_PAGES = 2000;
const KEPT_PICTURE_BYTES = 32 * 1024 * 1024;
/** What an address takes, also of a picture that is not there. */
const ENTRY_BYTES = 4096;
const DAY_MS = 24 * 3600 * 1000;
/** Who has nothing to show, or does not answer, may have it later. */
const NOTHING_MS = 10 * 60 * 1000;

/** What browsers show and nothing that runs in them. */
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp|avif)$/;

export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

interface Found<T> {
  readonly what: T | undefined;
}

export class Pages {
  readonly #outgoing: OutgoingClient;
  readonly #log: Logger;
  readonly #pages: Recent<Found<PagePreview>>;
  readonly #pictures: Recent<Found<Picture>>;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor({ clock, outgoing, log }: { clock: Clock; outgoing: OutgoingClient; log: Logger }) {
    this.#outgoing = outgoing;
    this.#log = log;
    this.#pages = new Recent(clock, KEPT_PAGES);
    this.#pictures = new Recent(clock, KEPT_PICTURE_BYTES);
  }

  /** Whether it was looked at, and be it in vain. */
  knows(url: string): boolean {
    return this.#pages.get(url) !== undefined;
  }

  get(url: string): PagePreview | undefined {
    return this.#pages.get(url)?.what;
  }

  /** Looks at a page. */
  learn(url: string): Promise<void> {
    return this.#together(`page ${url}`, () => this.#lookAtPage(url));
  }

  picture(url: string): Promise<Picture | undefined> {
    const known = this.#pictures.get(url);
    return known ? Promise.resolve(known.what) : this.#together(`picture ${url}`, () => this.#lookAtPicture(url));
  }

  /** Whoever asks while it is under way waits for the same answer. */
  #together<T>(what: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(what) as Promise<T> | undefined;
    if (known) return known;
    const asking = ask().finally(() => this.#underWay.delete(what));
    this.#underWay.set(what, asking);
    return asking;
  }

  async #lookAtPage(url: string): Promise<void> {
    const answer = await this.#fetch(url, { accept: "text/html", maxBytes: MAX_PAGE_BYTES, beginningIsEnough: true });
    const isPage = answer !== undefined && /^text\/html\b/i.test(answer.contentType ?? "");
    const what = isPage ? readPage(answer.body, { url, contentType: answer.contentType ?? "" }) : undefined;
    this.#pages.set(url, { what }, { lastsMs: what ? DAY_MS : NOTHING_MS });
  }

  async #lookAtPicture(url: string): Promise<Picture | undefined> {
    const answer = await this.#fetch(url, { accept: "image/*", maxBytes: MAX_PICTURE_BYTES });
    const contentType = answer?.contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
    const what = answer && PICTURE_TYPE.test(contentType) ? { contentType, bytes: answer.body } : undefined;
    const weight = ENTRY_BYTES + (what?.bytes.length ?? 0);
    this.#pictures.set(url, { what }, { lastsMs: what ? DAY_MS : NOTHING_MS, weight });
    return what;
  }

  /** Undefined for whatever does not answer as it should. */
  async #fetch(
    url: string,
    { accept, ...limits }: { accept: string; maxBytes: number; beginningIsEnough?: boolean },
  ): Promise<OutgoingResponse | undefined> {
    try {
      const answer = await this.#outgoing.send({
        method: "GET",
        url,
        headers: { accept, "user-agent": `ParleyPagePreview/${API_VERSION}` },
        timeoutMs: TIMEOUT_MS,
        redirects: MAX_REDIRECTS,
        ...limits,
      });
      return answer.status === 200 ? answer : undefined;
    } catch (error) {
      // The process is ending: whoever takes the work over asks again.
      if (!(error instanceof OutgoingError) || error.reason === "stopped") throw error;
      this.#log.debug({ host: URL.parse(url)?.host, reason: error.reason }, "a page could not be looked at");
      return undefined;
    }
  }
}
