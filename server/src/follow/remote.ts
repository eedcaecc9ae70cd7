/**
 * Another server of this API, asked with one person's key. Answers are bounded, redirects are not followed, and files are read
 * from this server only. A server that is busy, restarting or unreachable is asked again, as late as it wants.
 */
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fields, fieldsOf, numberOrNothing, textIn } from "../imports/json.ts";
import { DownloadInterrupted, type Missing } from "../imports/local-file.ts";
import type { OutgoingClient } from "../kernel/outgoing/client.ts";
import { OutgoingError } from "../kernel/outgoing/errors.ts";
import { RemoteRefusal, RemoteUnreachable, UnusableAnswer } from "./errors.ts";
import type { FollowKey } from "./keys.ts";
import { LONGEST_WAIT_MS, MAX_ANSWER_BYTES, REQUEST_MS } from "./limits.ts";

type RequestMethod = "GET" | "POST" | "DELETE";
export type Parameters = Readonly<Record<string, unknown>>;

export interface RemoteOptions {
  readonly url: URL;
  readonly key: FollowKey;
  readonly client: Pick<OutgoingClient, "send" | "open">;
  /** Ends what is waited for. */
  readonly signal: AbortSignal;
  /** How often a request is tried; without end if undefined. */
  readonly tries?: number | undefined;
  /** Says that the server does not answer. */
  onTrouble?(message: string): void;
}

/** The server may answer later. */
interface Trouble {
  readonly trouble: string;
  readonly waitMs?: number | undefined;
}

const NOT_GIVEN: Missing = { missing: "the other server does not give the file" };
const ELSEWHERE: Missing = { missing: "the file is not on the other server" };

const FIRST_WAIT_MS = 500;
const SLOWEST_MS = 60_000;
const LONGEST_PATH = 1000;
/** Answers of a server that is overloaded or restarting, or of a proxy before it. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

export class RemoteServer {
  readonly #options: RemoteOptions;
  readonly #authorization: string;

  constructor(options: RemoteOptions) {
    this.#options = options;
    const { email, apiKey } = options.key;
    this.#authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  }

  get email(): string {
    return this.#options.key.email;
  }

  get(path: string, parameters: Parameters = {}, timeoutMs = REQUEST_MS): Promise<Fields> {
    return this.#ask("GET", path, parameters, timeoutMs);
  }

  post(path: string, parameters: Parameters = {}): Promise<Fields> {
    return this.#ask("POST", path, parameters, REQUEST_MS);
  }

  delete(path: string, parameters: Parameters = {}): Promise<Fields> {
    return this.#ask("DELETE", path, parameters, REQUEST_MS);
  }

  async #ask(method: RequestMethod, path: string, parameters: Parameters, timeoutMs: number): Promise<Fields> {
    return (await this.#untilAnswered(() => this.#once(method, path, parameters, timeoutMs))).fields;
  }

  async #untilAnswered<T extends object>(attempt: () => Promise<T | Trouble>): Promise<T> {
    const { signal, tries = Number.POSITIVE_INFINITY, onTrouble } = this.#options;
    for (let tried = 1; ; tried++) {
      signal.throwIfAborted();
      const answer = await attempt();
      if (!("trouble" in answer)) return answer;
      signal.throwIfAborted();
      if (tried >= tries) throw new RemoteUnreachable(`${this.#options.url.origin} ${answer.trouble}`);
      onTrouble?.(`${this.#options.url.origin} ${answer.trouble}; trying again.`);
      const backoff = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tried - 1, 10), SLOWEST_MS);
      await sleep(Math.min(answer.waitMs ?? backoff, LONGEST_WAIT_MS), undefined, { signal }).catch(() => {});
    }
  }

  async #once(
    method: RequestMethod,
    path: string,
    parameters: Parameters,
    timeoutMs: number,
  ): Promise<{ fields: Fields } | Trouble> {
    const { url, client } = this.#options;
    const form = formOf(parameters);
    const target = new URL(`/api/v1${path}`, url);
    if (method !== "POST") target.search = form;
    try {
      const { status, body } = await client.send({
        method,
        url: target.href,
        headers: {
          authorization: this.#authorization,
          "user-agent": "ParleyFollow",
          ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        },
        ...(method === "POST" ? { body: form } : {}),
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
        redirects: 0,
      });
      const fields = parsed(body);
      if (PASSING.has(status)) {
        const seconds = numberOrNothing(fields?.["retry-after"]);
        return { trouble: `has answered with status ${status}`, waitMs: seconds && Math.max(0, seconds) * 1000 };
      }
      if (!fields) throw new UnusableAnswer(`no JSON object (status ${status})`);
      if (status !== 200 || fields.result !== "success")
        throw new RemoteRefusal(status, textIn(fields.code), textIn(fields.msg).slice(0, 300));
      return { fields };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.reason === "too_large") throw new UnusableAnswer("an answer that is too large");
      if (error.reason === "redirect") throw new UnusableAnswer("a redirect");
      return { trouble: "does not answer" };
    }
  }

  /**
   * A file of this server, by the path that messages name it by. The temporary URL that the server gives must be on the server
   * itself: otherwise a message could make this machine read something else.
   */
  async openUpload(path: string): Promise<Readable | Missing> {
    if (!this.#isUpload(path)) return ELSEWHERE;
    try {
      const { url } = await this.get(path);
      const address = textIn(url);
      return address === "" ? NOT_GIVEN : await this.openPath(address, { withKey: false });
    } catch (error) {
      // Servers refuse a file with a page for people.
      if (error instanceof RemoteRefusal || error instanceof UnusableAnswer) return NOT_GIVEN;
      throw error;
    }
  }

  /** The path is of somebody's text: dots in it, in any spelling, must not lead to anything but a file. */
  #isUpload(path: string): boolean {
    const [start] = /^\/user_uploads\/\d{1,10}\//.exec(path) ?? [];
    const target = URL.parse(`/api/v1${path}`, this.#options.url);
    if (start === undefined || !target || path.length > LONGEST_PATH) return false;
    return target.pathname.startsWith(`/api/v1${start}`) && target.search === "" && target.hash === "";
  }

  /** A picture or a temporary file. Missing if the server refuses it, not while it cannot be reached. */
  async openPath(path: string, { withKey = true } = {}): Promise<Readable | Missing> {
    const { url: server } = this.#options;
    const target = URL.parse(path, server);
    if (target?.origin !== server.origin || target.username !== "" || target.password !== "") return ELSEWHERE;
    return this.#untilAnswered(() => this.#open(target.href, withKey));
  }

  async #open(url: string, withKey: boolean): Promise<Readable | Missing | Trouble> {
    const headers: Record<string, string> = withKey ? { authorization: this.#authorization } : {};
    const sizes = { timeoutMs: REQUEST_MS, bodyTimeoutMs: LONGEST_WAIT_MS, redirects: 0 };
    try {
      const { status, body } = await this.#options.client.open({ method: "GET", url, headers, ...sizes });
      if (status === 200) return interruptible(body);
      body.destroy();
      return PASSING.has(status) ? { trouble: `has answered with status ${status}` } : NOT_GIVEN;
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return error.reason === "redirect" ? NOT_GIVEN : { trouble: "does not answer" };
    }
  }
}

/** A body that ends early is asked for again. */
function interruptible(body: Readable): Readable {
  async function* chunks() {
    try {
      yield* body;
    } catch (error) {
      throw new DownloadInterrupted({ cause: error });
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

const formOf = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  ).toString();

function parsed(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? fieldsOf(value) : undefined;
  } catch {
    return undefined;
  }
}
